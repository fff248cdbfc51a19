use super::*;

/// CUPS 2.4.2 on two queues, one stopped by hand.
const STATES: &str = "no system default destination
printer HP_Sala is idle.  enabled since Mon Nov 23 20:34:40 2026
printer HP-2 disabled since Mon Nov 23 20:35:02 2026 -
\tSin papel
HP_Sala accepting requests since Mon Nov 23 20:34:40 2026
HP-2 accepting requests since Mon Nov 23 20:34:40 2026
printer Parada disabled since Mon Nov 23 20:34:40 2026 -
\treason unknown
Parada not accepting requests since Mon Nov 23 20:34:40 2026 -
\treason unknown
";

#[test]
fn a_stopped_queue_is_told_from_one_that_works_and_its_reason_is_read() {
    assert_eq!(stopped(STATES, "HP_Sala"), None);
    assert_eq!(stopped(STATES, "HP-2").as_deref(), Some("Sin papel"));
    assert_eq!(stopped(STATES, "Parada").as_deref(), Some("reason unknown"));
    assert_eq!(stopped(STATES, "HP"), None, "no name is taken for a longer one");
}

#[test]
fn a_job_is_found_by_its_whole_number_with_the_lines_under_it() {
    let list = "HP-12               root              1024   Mon Nov 23 20:35:01 2026
\tStatus: 
\tAlerts: job-canceled-by-user
\tqueued for HP
HP-1                root              1024   Mon Nov 23 20:35:01 2026
\tAlerts: job-completed-successfully
";
    assert!(job(list, "HP-12").is_some_and(|about| about.contains("canceled")));
    assert!(job(list, "HP-1").is_some_and(|about| about.contains("successfully")));
    assert_eq!(job(list, "HP-2"), None);
}
