//! How the vocabulary of events grew: each enlargement with the hash of the chain of all examples till then.

/// How many examples there were at each enlargement of the vocabulary, and the hash in which the chain of them ends: it
/// never changes, and what is new is a row of its own.
pub const GENERATIONS: [(usize, &str); 23] = [
    (110, "2d3b06f5a3e14f471f918293e87cf0c801c4f4acc2bae04d3fa7ffe7bcd74c3f"),
    (144, "650d1ad7e15ea2471392a18e3926296772ee8d9fac101abe33bdcddbd02d24da"),
    (152, "fcbd6a419f53113fc0972e263fa5d9c1306a4e348c82a240d21c52eac3c5b766"),
    (173, "0159024fcad6ac0768ecfea4baf0530c25559ba146d5b4e7f5442a14100899bf"),
    (184, "b0c6c84d0305d4c5aaff2fb3534b8e28c9da5c8f6bc4bf8e23e27a19ecc8d289"),
    (185, "0b2928e3f8b72716a8f65468df3554f5682ad04288f581a1c36f66fbeaeedcb1"),
    (186, "c8ec63bdaa42e1cf0e10d498348a8c05e43c989bd2346c400f1460ea74aa73c9"),
    (192, "3c8f5600157d0c5f35bb9987fa28a817405eb9efd62e172d2b0fb5ccdd9d1e5f"),
    (196, "2958006f41472b93fba7f64721d21993df145d3f18c4d651971a5e3598799d84"),
    (197, "f05c2b13066ebff78ed6d12690fcdc005879503aaebbffcf202d657d32370236"),
    (200, "adbbf05c7c49fc6614b1f9bcbc3b38aa086c0744e9bef306d1d582709229a22f"),
    (204, "daf55a29e8edb8878fd28a0dbb4a25b3e69e8d927e58432723aa01910f59bc07"),
    (205, "d78c29823ed99fc1a46548c100d7600477749fa01e51a0dbebed3a040839d9df"),
    (208, "d75050312cf48fa191215de62910c3c4272b6f6ee7bcd719c448b72a22d485c6"),
    (211, "fb9417f1ac93354c9bea6fdfd95c13b27e0be4c30684b75c75c014975bd24618"),
    (212, "470781397b9497aff0bf4ab9b6fd466995add2f2c3f05a1ec08916ad9f0f845d"),
    (219, "f3daed732f8b431353336d248c0634ad9b091b07e68eca2750f5fd1a64b664b1"),
    (223, "20ac7642183a17081e6d8b93544335af97a6212f932964a8b03d074d4715fc49"),
    (227, "dffe0412b30480dea1c8c96a344fc71cbbd2b02d13cd2fda4f4349c7100bf48a"),
    (228, "730b0c328d27bc6ceb31b6b0a49f8504af58694fab3d6b352cdab09adc69954f"),
    (229, "4bcf5c52fdb8c27dda001d703defedcd4d87833f05b9dc36fa5fbecc5dfb1664"),
    (237, "6dd139e50e9871e6fb4eead50a3024135f44e4a010510fb88b295066ba9ff086"),
    (244, "32585add78b967a3a8e7e5c2a1dbfb1b0fbca9815bd77e157f0c4ea24647d08f"),
];
