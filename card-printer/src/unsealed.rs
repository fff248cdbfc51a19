//! What `sealing` is in a program without the feature `seal`.

use std::path::Path;

use anyhow::bail;
use card_printer::archive::Moment;

use crate::arguments::SealKey;

const WITHOUT: &str = "este card-printer se compiló sin «seal» y no firma actas: instale el del paquete, o quite \
     [seal] de sala.toml";

pub fn signed(_: Vec<u8>, _: &Path, _: &SealKey, _: Moment) -> anyhow::Result<Vec<u8>> {
    bail!(WITHOUT)
}

pub fn report(_: &Path, _: &SealKey, _: Moment) -> anyhow::Result<serde_json::Value> {
    bail!(WITHOUT)
}
