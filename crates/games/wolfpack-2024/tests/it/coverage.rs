//! Every rule is carried by code and checked by a test.

use crate::game;
use derbyhouse_testkit::coverage;

/// Every rule and every ruling is cited by the code and by a test, and nothing else is cited.
#[test]
fn every_rule_is_cited_by_code_and_tests() {
    assert_eq!(coverage(game().as_ref()).unwrap(), 438);
}
