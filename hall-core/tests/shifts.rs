//! Who is in the hall, and the least staff that the law wants (art. 22, 25, 26.2.b; S5, ADR 70).

mod support;

use hall_core::event::{Event, SessionNo};
use hall_core::people::{PersonId, Role};
use hall_core::refusal::Refusal;
use hall_core::request::Request;
use hall_core::rules::StaffCount;
use hall_core::time::Date;
use hall_core::words::{Lang, Warning, staff_missing, warning};
use support::{Bench, CAJERO, INSPECTOR, MESA, OTRO_VENDEDOR, SALA, VENDEDOR, law, rules, sealed};

/// A hall of the third category, before its session.
fn hall_of(least: StaffCount) -> Bench {
    let mut rules = rules();
    rules.least_staff = law(least, "25");
    Bench::under(rules)
}

/// Article 25, third category.
const THIRD: StaffCount =
    StaffCount { admision: 1, auxiliares: 1, vendedores: 2, cajeros: 1, jefes_de_mesa: 1, jefes_de_sala: 1 };

fn begins(bench: &mut Bench, by: PersonId, person: PersonId) -> Result<(), Refusal> {
    bench.ask(by, Request::BeginShift { person }).map(drop)
}

fn ends(bench: &mut Bench, by: PersonId, person: PersonId) -> Result<(), Refusal> {
    bench.ask(by, Request::EndShift { person }).map(drop)
}

fn joins(bench: &mut Bench, roles: &[Role]) -> PersonId {
    let add = Request::AddPerson {
        roles: roles.to_vec(),
        identity: sealed(400 + bench.record.len() as u64),
        pin: sealed(401 + bench.record.len() as u64),
        card_until: None,
    };
    match bench.ask(SALA, add).unwrap().as_slice() {
        [Event::PersonAdded { person, .. }] => *person,
        other => panic!("{other:?}"),
    }
}

fn missing_of(bench: &Bench, post: Role) -> u8 {
    bench.hall.staff_missing().posts().into_iter().find(|(one, _)| *one == post).unwrap().1
}

#[test]
fn a_shift_is_noted_by_the_chiefs_and_ends_with_the_session() {
    let mut bench = hall_of(StaffCount::default());
    begins(&mut bench, SALA, VENDEDOR).unwrap();
    begins(&mut bench, MESA, OTRO_VENDEDOR).unwrap();
    assert_eq!(begins(&mut bench, SALA, OTRO_VENDEDOR), Err(Refusal::IsInHall(OTRO_VENDEDOR)));
    assert_eq!(begins(&mut bench, SALA, INSPECTOR), Err(Refusal::NotOnStaff(INSPECTOR)));
    assert_eq!(begins(&mut bench, SALA, PersonId(99)), Err(Refusal::UnknownPerson(PersonId(99))));
    assert_eq!(ends(&mut bench, SALA, CAJERO), Err(Refusal::NotInHall(CAJERO)));
    ends(&mut bench, SALA, OTRO_VENDEDOR).unwrap();
    assert_eq!(bench.hall.in_hall(), [VENDEDOR]);
    bench.open_session();
    assert_eq!(bench.hall.in_hall(), [SALA, MESA, VENDEDOR], "who answers for the session is in it");
    bench.close_session();
    assert_eq!(bench.hall.in_hall(), []);
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn who_logs_in_while_a_session_is_open_is_in_a_hall_that_counts_its_staff() {
    let mut bench = hall_of(StaffCount::default());
    bench.open_session();
    bench.log_in("caja-2", CAJERO);
    assert_eq!(bench.hall.in_hall(), [SALA, MESA], "nobody is counted here");
    let mut bench = hall_of(THIRD);
    // Before the opening nobody is noted for it, and the opening counts who is logged in.
    for who in [CAJERO, INSPECTOR] {
        bench.log_in("caja-2", who);
    }
    assert_eq!(bench.hall.in_hall(), []);
    bench.open_session();
    assert_eq!(bench.hall.in_hall(), [SALA, MESA, CAJERO]);
    for _ in 0..2 {
        bench.log_in("mesa-2", VENDEDOR);
    }
    assert_eq!(bench.hall.in_hall(), [SALA, MESA, CAJERO, VENDEDOR]);
    let begun = bench.record.iter().filter(|line| matches!(line.event, Event::ShiftBegun { .. })).count();
    assert_eq!(begun, 1, "once, however often he logs in");
    // Who is dismissed goes, and whom the staff lacks then is said.
    let fired =
        bench.ask(SALA, Request::DismissPerson { person: CAJERO, reason: "Fin de contrato".into() }).unwrap();
    assert!(
        matches!(fired[..], [Event::ShiftEnded { person: CAJERO, missing }, _] if missing.cajeros == 1),
        "{fired:?}"
    );
    assert_eq!(bench.hall.in_hall(), [SALA, MESA, VENDEDOR]);
    // A log-in behind the close is of no shift: nobody who came back for his coat is there tomorrow.
    bench.close_session();
    bench.log_in("mesa-2", OTRO_VENDEDOR);
    assert_eq!(bench.hall.in_hall(), []);
    assert_eq!(bench.replayed(), bench.hall);
}

#[test]
fn an_opening_says_who_is_there_and_whom_the_least_staff_lacks() {
    let mut bench = hall_of(THIRD);
    for who in [CAJERO, VENDEDOR] {
        begins(&mut bench, SALA, who).unwrap();
    }
    bench.open_session();
    let missing = StaffCount { admision: 1, auxiliares: 1, vendedores: 1, ..StaffCount::default() };
    let counted = Event::StaffCounted {
        session: SessionNo(1),
        people: [SALA, MESA, CAJERO, VENDEDOR].to_vec(),
        missing,
    };
    assert!(bench.record.iter().any(|line| line.event == counted), "{:?}", bench.record);
    assert_eq!(bench.hall.staff_missing(), missing);
    assert!(bench.hall.warnings().contains(&Warning::StaffMissing(missing)));
    let words = "falta 1 persona de admisión y control, 1 auxiliar de sala y 1 vendedor-locutor";
    assert_eq!(staff_missing(Lang::Es, missing), words);
    // Who comes fills a post, and the warning is gone when all are filled.
    for roles in [[Role::Admision], [Role::Auxiliar]] {
        let person = joins(&mut bench, &roles);
        begins(&mut bench, MESA, person).unwrap();
    }
    begins(&mut bench, SALA, OTRO_VENDEDOR).unwrap();
    assert!(bench.hall.warnings().iter().all(|one| !matches!(one, Warning::StaffMissing(_))));
    // Where nobody is counted and nobody was noted, the record says nothing of it.
    let mut bench = hall_of(StaffCount::default());
    bench.open_session();
    assert!(bench.record.iter().all(|line| !matches!(line.event, Event::StaffCounted { .. })));
}

#[test]
fn a_person_fills_one_post_and_those_who_can_fill_two_go_where_they_are_needed() {
    let two = StaffCount { auxiliares: 1, vendedores: 1, cajeros: 1, ..THIRD };
    let mut bench = hall_of(StaffCount { admision: 0, ..two });
    bench.open_session();
    let either = joins(&mut bench, &[Role::Auxiliar, Role::VendedorLocutor, Role::Cajero]);
    begins(&mut bench, SALA, either).unwrap();
    let posts = [Role::Auxiliar, Role::VendedorLocutor, Role::Cajero];
    assert_eq!(posts.map(|post| missing_of(&bench, post)).iter().sum::<u8>(), 2, "one of three posts");
    // Whoever came first makes room for who can do nothing else.
    begins(&mut bench, SALA, VENDEDOR).unwrap();
    begins(&mut bench, SALA, CAJERO).unwrap();
    assert_eq!(bench.hall.staff_missing(), StaffCount::default());
    ends(&mut bench, SALA, either).unwrap();
    assert_eq!(missing_of(&bench, Role::Auxiliar), 1);
    // The jefe de mesa may be the cashier too for a time (26.2.b).
    let mut bench =
        hall_of(StaffCount { cajeros: 1, jefes_de_mesa: 1, jefes_de_sala: 1, ..StaffCount::default() });
    bench.open_session();
    assert_eq!(missing_of(&bench, Role::Cajero), 1);
    let stand_in =
        Request::Substitute { post: Role::Cajero, person: CAJERO, stand_in: MESA, reason: "descanso".into() };
    bench.ask(SALA, stand_in).unwrap();
    assert_eq!(missing_of(&bench, Role::Cajero), 0);
}

#[test]
fn who_leaves_has_no_post_and_no_cards_and_the_record_says_whom_the_hall_lacks_then() {
    let mut bench = hall_of(StaffCount { vendedores: 2, ..StaffCount::default() });
    for who in [VENDEDOR, OTRO_VENDEDOR, CAJERO] {
        begins(&mut bench, SALA, who).unwrap();
    }
    bench.open_session();
    for (who, post) in [(SALA, Role::JefeDeSala), (MESA, Role::JefeDeMesa)] {
        assert_eq!(ends(&mut bench, who, who), Err(Refusal::HoldsPost { person: who, post }));
    }
    // Two of group b are there at every moment, one of them jefe de sala alone: the chiefs leave only after a substitution.
    let reason = "se pone enfermo".to_owned();
    let stand_in = Request::Substitute { post: Role::JefeDeMesa, person: MESA, stand_in: CAJERO, reason };
    bench.ask(SALA, stand_in).unwrap();
    ends(&mut bench, SALA, MESA).unwrap();
    assert_eq!(bench.hall.in_hall(), [SALA, CAJERO, VENDEDOR, OTRO_VENDEDOR]);
    // Somebody falls ill: the hall goes on, and says what it lacks.
    let gone = bench.ask(SALA, Request::EndShift { person: VENDEDOR }).unwrap();
    let missing = StaffCount { vendedores: 1, ..StaffCount::default() };
    assert_eq!(gone, [Event::ShiftEnded { person: VENDEDOR, missing }]);
    let said = hall_core::words::diligencia(&gone[0]).unwrap().text;
    assert_eq!(said, "p4 se va de la sala: de la plantilla mínima falta 1 vendedor-locutor");
    let words = warning(Lang::Es, &Warning::StaffMissing(missing));
    assert!(words.starts_with("De la plantilla mínima falta 1 vendedor-locutor"), "{words}");
}

#[test]
fn a_regulation_is_not_in_force_before_its_day() {
    let day = |text: &str| Date::parse(text).unwrap();
    let mut rules = rules();
    let today = Bench::under(rules.clone()).now().date();
    rules.valid_from = Some(Date { year: today.year + 1, ..today });
    let mut bench = Bench::under(rules.clone());
    let refused = bench.ask(MESA, Bench::opening_of(SALA, Bench::opening())).unwrap_err();
    assert_eq!(refused, Refusal::RulesNotYet { from: rules.valid_from.unwrap(), date: today });
    for from in [today, day("2002-10-01")] {
        rules.valid_from = Some(from);
        Bench::under(rules.clone()).open_session();
    }
}
