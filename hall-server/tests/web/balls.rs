//! What is known of a set of balls: who may see it.

use crate::hall::Hall;

#[test]
fn the_statistics_of_a_set_are_for_those_who_answer_for_its_balls() {
    let hall = Hall::open();
    for user in ["sala", "ana"] {
        let asker = hall.logged_in(user);
        let (status, of) = asker.get("/api/ball-sets/J1/statistics");
        assert_eq!((status, of["balls"].as_array().map(Vec::len)), (200, Some(90)), "{user}");
        for unknown in ["J2", "j1", "J1%27", "0123456789"] {
            let (status, none) = asker.get(&format!("/api/ball-sets/{unknown}/statistics"));
            assert_eq!((status, none["code"].as_str()), (404, Some("juego-desconocido")), "{unknown}");
        }
        assert_eq!(asker.get("/api/ball-sets/J1/statistics.csv").0, 200);
        assert_eq!(asker.get("/api/ball-sets/J2/statistics.csv").1["code"], "juego-desconocido");
        assert_eq!(asker.get("/api/ball-sets/J1/weights.csv").0, 200);
        for unknown in ["J2", "j1", "J1%27"] {
            let (status, none) = asker.get(&format!("/api/ball-sets/{unknown}/weights.csv"));
            assert_eq!((status, none["code"].as_str()), (404, Some("juego-desconocido")), "{unknown}");
        }
    }
    for address in
        ["/api/ball-sets/J1/statistics", "/api/ball-sets/J1/statistics.csv", "/api/ball-sets/J1/weights.csv"]
    {
        assert_eq!(hall.logged_in("vera").get(address).1["code"], "sin-facultad", "{address}");
        assert_eq!(hall.asker().get(address).1["code"], "sin-identificar", "{address}");
    }
}
