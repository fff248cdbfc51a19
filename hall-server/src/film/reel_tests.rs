//! A film of one camera, and what a power cut leaves of it. `reliability.md` E 64.

use super::*;

fn filmed(dir: &Path, pictures: &[(i64, &[u8])]) -> (u32, [u8; 32]) {
    let mut reel = Reel::open(&dir.join("f"), &dir.join("i")).unwrap();
    for (at, jpeg) in pictures {
        reel.add(*at, jpeg).unwrap();
    }
    reel.end().unwrap()
}

#[test]
fn a_film_goes_on_where_it_was_broken_off_and_its_hash_is_of_all_pictures() {
    let dir = tempfile::tempdir().unwrap();
    let (film, index) = (dir.path().join("f"), dir.path().join("i"));
    filmed(dir.path(), &[(10, b"uno"), (20, b"dos!")]);
    let (pictures, sha256) = filmed(dir.path(), &[(30, b"tres")]);
    assert_eq!((pictures, sha256), (3, Sha256::digest(b"unodos!tres").into()));
    let all = frames(&film, &index).unwrap();
    let seen: Vec<(i64, Vec<u8>)> =
        all.iter().map(|frame| (frame.at_utc_ms, picture(&film, *frame).unwrap())).collect();
    assert_eq!(seen, [(10, b"uno".to_vec()), (20, b"dos!".to_vec()), (30, b"tres".to_vec())]);
}

#[test]
fn after_a_power_cut_at_any_byte_of_either_file_what_is_whole_is_there_and_the_film_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (film, index) = (dir.path().join("f"), dir.path().join("i"));
    let pictures: [(i64, &[u8]); 3] = [(10, b"uno"), (20, b"dos!"), (30, b"tres")];
    filmed(dir.path(), &pictures);
    let whole = [std::fs::read(&film).unwrap(), std::fs::read(&index).unwrap()];
    for film_cut in 0..=whole[0].len() {
        for index_cut in 0..=whole[1].len() {
            std::fs::write(&film, &whole[0][..film_cut]).unwrap();
            std::fs::write(&index, &whole[1][..index_cut]).unwrap();
            let in_film = [3, 7, 11].iter().filter(|end| **end <= film_cut).count();
            let kept = in_film.min(index_cut / ROW);
            assert_eq!(frames(&film, &index).unwrap().len(), kept, "{film_cut} {index_cut}");
            let (count, sha256) = filmed(dir.path(), &[(40, b"cuatro")]);
            let all: Vec<u8> =
                pictures[..kept].iter().flat_map(|(_, jpeg)| jpeg.to_vec()).chain(*b"cuatro").collect();
            assert_eq!((count as usize, sha256), (kept + 1, Sha256::digest(&all).into()));
            assert_eq!(std::fs::read(&film).unwrap(), all, "{film_cut} {index_cut}");
        }
    }
}
