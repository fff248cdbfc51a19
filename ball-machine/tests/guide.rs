//! The steps of docs/drivers.md, put together, are a driver that `check` takes.

use ball_machine::driver::Driver;

const GUIDE: &str = include_str!("../../docs/drivers.md");

#[test]
fn the_steps_of_the_guide_are_a_driver() {
    let blocks = GUIDE.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let text: Vec<&str> = blocks.collect();
    assert_eq!(text.len(), 3, "frame, messages, vectors");
    let driver = Driver::parse("levante.toml", &text.join("\n")).unwrap_or_else(|faults| panic!("{faults}"));
    driver.try_vectors().unwrap_or_else(|faults| panic!("{faults}"));
    let untried = driver.warnings.iter().any(|warning| warning.text.contains("[[vector]]"));
    assert!(!untried, "{:?}", driver.warnings);
}
