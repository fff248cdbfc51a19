//! Roots and proofs against RFC 6962's definition, written out without any of its shortcuts, and against known roots.

use hall_log::proof::{self, Subtrees, consistency, inclusion, is_consistent, is_included};
use hall_log::tree::{Place, empty, join, leaf};
use hall_log::{Frontier, Node};

/// The eight leaves of Certificate Transparency's own tests, and their roots from one leaf to eight.
const LEAVES: [&str; 8] =
    ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/// All leaves, and no subtree kept.
struct Leaves(Vec<Node>);

impl Leaves {
    fn new(count: u64) -> Leaves {
        Leaves((0..count).map(|number| leaf(&number.to_be_bytes())).collect())
    }
}

impl Subtrees for Leaves {
    type Error = std::convert::Infallible;

    fn subtree(&self, place: Place) -> Result<Node, Self::Error> {
        let end = usize::try_from(place.end()).unwrap();
        Ok(root(&self.0[end - (1 << place.height)..end]))
    }
}

/// MTH of RFC 6962, section 2.1, as it stands there.
fn root(leaves: &[Node]) -> Node {
    match leaves {
        [] => empty(),
        [one] => *one,
        more => {
            let split = (more.len() - 1).checked_ilog2().map_or(1, |bits| 1 << bits);
            join(&root(&more[..split]), &root(&more[split..]))
        }
    }
}

/// PATH of section 2.1.1.
fn path(index: usize, leaves: &[Node]) -> Vec<Node> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let split = 1 << (leaves.len() - 1).ilog2();
    let (left, right) = leaves.split_at(split);
    let (mut path, beside) = if index < split {
        (path(index, left), root(right))
    } else {
        (path(index - split, right), root(left))
    };
    path.push(beside);
    path
}

/// SUBPROOF of section 2.1.2.
fn subproof(old: usize, leaves: &[Node], is_known: bool) -> Vec<Node> {
    if old == leaves.len() {
        return if is_known { Vec::new() } else { vec![root(leaves)] };
    }
    let split = 1 << (leaves.len() - 1).ilog2();
    let (left, right) = leaves.split_at(split);
    let (mut proof, beside) = if old <= split {
        (subproof(old, left, is_known), root(right))
    } else {
        (subproof(old - split, right, false), root(left))
    };
    proof.push(beside);
    proof
}

#[test]
fn the_roots_are_those_of_certificate_transparency() {
    let mut frontier = Frontier::EMPTY;
    assert_eq!(
        hex::encode(frontier.root()),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    for (bytes, expected) in LEAVES.iter().zip(ROOTS) {
        frontier.push(leaf(&hex::decode(bytes).unwrap()), |_, _| ());
        assert_eq!(hex::encode(frontier.root()), expected);
    }
}

#[test]
fn a_frontier_is_the_tree_and_tells_of_each_whole_subtree_once() {
    let leaves = Leaves::new(300);
    let mut frontier = Frontier::EMPTY;
    let mut told = Vec::new();
    for (size, leaf) in (1..).zip(&leaves.0) {
        frontier.push(*leaf, |place, node| {
            assert_eq!(*node, leaves.subtree(place).unwrap(), "{place:?}");
            told.push(place);
        });
        assert_eq!(frontier.size(), size);
        assert_eq!(frontier.root(), root(&leaves.0[..usize::try_from(size).unwrap()]));
        assert_eq!(proof::frontier(&leaves, size).unwrap(), frontier);
        assert_eq!(Frontier::of(size, frontier.peaks().to_vec()), Some(frontier.clone()));
        assert_eq!(Frontier::of(size, vec![[0; 32]; 9]), None);
    }
    let all = (0..9).flat_map(|height| (0..300u64 >> height).map(move |index| Place { height, index }));
    let mut all: Vec<_> = all.collect();
    all.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, all);
}

#[test]
fn proofs_are_those_of_the_definition_and_show_what_they_should() {
    let leaves = Leaves::new(70);
    let up_to = |size: u64| &leaves.0[..usize::try_from(size).unwrap()];
    for size in 1..=70 {
        let now = root(up_to(size));
        for index in 0..size {
            let at = usize::try_from(index).unwrap();
            let proof = inclusion(&leaves, index, size).unwrap();
            assert_eq!(proof, path(at, up_to(size)));
            assert!(is_included(&leaves.0[at], index, size, &now, &proof));
        }
        for old in 1..=size {
            let proof = consistency(&leaves, old, size).unwrap();
            assert_eq!(proof, subproof(usize::try_from(old).unwrap(), up_to(size), true));
            assert!(is_consistent((old, &root(up_to(old))), (size, &now), &proof));
        }
        assert!(is_consistent((0, &empty()), (size, &now), &consistency(&leaves, 0, size).unwrap()));
    }
}

/// One bit, one hash too many or too few, another place, another size: nothing else is shown by a proof. (Canary:
/// `proof-of-another-leaf`.)
#[test]
fn no_proof_shows_anything_else() {
    let leaves = Leaves::new(40);
    let root_at = |size: u64| root(&leaves.0[..usize::try_from(size).unwrap()]);
    for size in 1..=40 {
        let now = root_at(size);
        for index in 0..size {
            let at = usize::try_from(index).unwrap();
            let proof = inclusion(&leaves, index, size).unwrap();
            for (other, _) in leaves.0.iter().enumerate().filter(|(other, _)| *other != at) {
                assert!(!is_included(&leaves.0[other], index, size, &now, &proof));
                assert!(!is_included(&leaves.0[at], other as u64, size, &now, &proof));
            }
            for wrong in spoiled(&proof) {
                assert!(!is_included(&leaves.0[at], index, size, &now, &wrong));
            }
        }
        for old in 0..=size {
            let (before, proof) = (root_at(old), consistency(&leaves, old, size).unwrap());
            for wrong in spoiled(&proof) {
                assert!(!is_consistent((old, &before), (size, &now), &wrong), "{old} to {size}");
            }
            for other in (0..=size).filter(|other| *other != old) {
                assert!(!is_consistent((old, &root_at(other)), (size, &now), &proof));
            }
            assert!(!is_consistent((size + 1, &now), (size, &now), &[]));
        }
    }
    let last = u64::MAX;
    assert!(!is_included(&[0; 32], last, last, &[0; 32], &[[0; 32]; 63]));
    assert!(!is_consistent((last - 1, &[0; 32]), (last, &[0; 32]), &[[0; 32]; 63]));
}

/// The proof with each of its hashes changed, missing and twice, and with one more.
fn spoiled(proof: &[Node]) -> Vec<Vec<Node>> {
    let mut all = vec![[proof, &[[7; 32]]].concat()];
    for at in 0..proof.len() {
        let mut changed = proof.to_vec();
        changed[at][at % 32] ^= 1;
        let mut missing = proof.to_vec();
        missing.remove(at);
        let mut twice = proof.to_vec();
        twice.insert(at, proof[at]);
        all.extend([changed, missing, twice]);
    }
    all
}
