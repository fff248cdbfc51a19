//! Compression of streams.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};

/// Of 10. Level 9 takes a fifth longer for the same size.
const LEVEL: i32 = 6;

/// Compresses the parts into one zlib stream. Matches reach back into earlier parts, but each has its own Huffman
/// codes: pass text and bitmaps separately.
pub(super) fn packed(parts: &[&[u8]]) -> Vec<u8> {
    let mut packer = CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, 1, 0));
    let mut bytes = Vec::new();
    let mut pack = |part: &[u8], flush| {
        let (status, _) = compress_to_output(&mut packer, part, flush, |packed| {
            bytes.extend_from_slice(packed);
            true
        });
        status
    };
    let (last, before) = parts.split_last().expect("a stream has a part");
    for part in before.iter().filter(|part| !part.is_empty()) {
        assert_eq!(pack(part, TDEFLFlush::Sync), TDEFLStatus::Okay, "a Vec takes all");
    }
    assert_eq!(pack(last, TDEFLFlush::Finish), TDEFLStatus::Done, "a Vec takes all");
    bytes
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    use super::*;

    #[test]
    fn parts_are_read_back_as_one() {
        let long: Vec<u8> = (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for parts in [&[&b"abc"[..], b"", b"abc"][..], &[b""], &[&long, b"", &long]] {
            assert_eq!(decompress_to_vec_zlib(&packed(parts)).unwrap(), parts.concat());
        }
    }
}
