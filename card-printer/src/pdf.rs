//! Writes cards as PDF, thousands of pages if need be: printpdf would hold them all, and take ten times as long.
//!
//! Each page is laid out and compressed on any core, written, and dropped; only its offset is kept. What all pages share
//! is in the job and written once. No dates and no random ids: the same pages give the same bytes.

mod content;
mod faces;
mod file;
mod packing;

use std::io::{self, Write};
use std::thread;

use crate::job::PrintJob;
use crate::logo::Logo;
use crate::page::Page;

use file::{Id, PdfFile};
use packing::packed;

/// Points in a tenth of a millimetre.
const SCALE: f64 = 72.0 / 254.0;

/// Pages made before any is written: a few milliseconds of work, half a megabyte.
const BATCH: usize = 128;

/// Writes `count` pages as one PDF; `page` lays out the page of an index. `progress` gets the number of pages written,
/// first 0 and then after each batch.
///
/// # Errors
/// When writing or `progress` fails.
pub fn write(
    out: impl Write,
    job: &PrintJob,
    count: usize,
    page: &(impl Fn(usize) -> Page + Sync),
    progress: &mut dyn FnMut(usize) -> io::Result<()>,
) -> io::Result<()> {
    progress(0)?;
    let mut file = PdfFile::new(out)?;
    let (catalog, tree, info) = (file.reserve(), file.reserve(), file.reserve());
    let fonts = faces::write(&mut file)?;
    let pictures = pictures(&mut file, job)?;
    let stamps = stamps(&mut file, job, &format!("<<{fonts}/XObject<<{pictures}>>>>"))?;
    let mut pages = Vec::with_capacity(count);
    for first in (0..count).step_by(BATCH) {
        for content in contents(first..count.min(first + BATCH), job, page) {
            let content = file.packed_stream("", &content)?;
            pages.push(file.object(format!("<</Type/Page/Parent {tree}/Contents {content}>>"))?);
        }
        progress(pages.len())?;
    }
    let kids: Vec<String> = pages.iter().map(Id::to_string).collect();
    let [width, height] = [job.width, job.height].map(|side| f64::from(side) * SCALE);
    file.fill(
        tree,
        format!(
            "<</Type/Pages/Count {count}/MediaBox[0 0 {width:.3} {height:.3}]\
             /Resources<<{fonts}/XObject<<{stamps}>>>>/Kids[{}]>>",
            kids.join(" ")
        ),
    )?;
    file.fill(catalog, format!("<</Type/Catalog/Pages {tree}>>"))?;
    let [title, creator, producer] = [&job.title, &job.creator, "card-printer"].map(file::text);
    file.fill(info, format!("<</Title{title}/Creator{creator}/Producer{producer}>>"))?;
    file.finish(catalog, info)
}

/// The compressed contents of pages, in order, made on all cores.
fn contents(
    places: std::ops::Range<usize>,
    job: &PrintJob,
    page: &(impl Fn(usize) -> Page + Sync),
) -> Vec<Vec<u8>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let share = places.len().div_ceil(cores).max(1);
    let made = |place| {
        let [pictures, words] = content::page(&page(place), job.height);
        packed(&[&pictures, &words])
    };
    let made = &made;
    thread::scope(|scope| {
        let threads: Vec<_> = places
            .clone()
            .step_by(share)
            .map(|first| {
                let part = first..places.end.min(first + share);
                scope.spawn(move || part.map(made).collect::<Vec<_>>())
            })
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join().expect("a page is laid out"));
        joined.flatten().collect()
    })
}

/// Writes the stamps as form XObjects, each drawn in the top left corner of a page. Returns their names and ids.
fn stamps(file: &mut PdfFile<impl Write>, job: &PrintJob, resources: &str) -> io::Result<String> {
    // Rules on the edge reach outside by half; a ground reaches to the bleed, at most 10 mm.
    const EDGE: i32 = 110;
    let resources = file.object(resources.to_owned())?;
    let written = job.stamps.iter().enumerate().map(|(n, stamp)| {
        let (top, bottom) = (job.height + EDGE, job.height - stamp.height - EDGE);
        let bbox = format!("{} {bottom} {} {top}", -EDGE, stamp.width + EDGE);
        let dict = format!("/Type/XObject/Subtype/Form/BBox[{bbox}]/Resources {resources}");
        let [pictures, words] = content::drawing(&stamp.drawing, job.height);
        let id = file.packed_stream(&dict, &packed(&[&pictures, &words]))?;
        Ok(format!("/S{n} {id}"))
    });
    written.collect()
}

/// Writes the pictures. Returns their names and ids.
fn pictures(file: &mut PdfFile<impl Write>, job: &PrintJob) -> io::Result<String> {
    let written = job.pictures.iter().enumerate().map(|(n, Logo { width, height, rgb })| {
        let dict = format!(
            "/Type/XObject/Subtype/Image/Width {width}/Height {height}/ColorSpace/DeviceRGB/BitsPerComponent 8"
        );
        let id = file.packed_stream(&dict, &packed(&[rgb]))?;
        Ok(format!("/P{n} {id}"))
    });
    written.collect()
}
