//! What is found in a file that says it is PDF/A: nothing in good ones, and by its name each rule that is broken.

#[path = "sound/files.rs"]
mod files;

use card_printer::sound::{Rule, faults};
use files::{Change, acta, bare, changed, updated};
use krilla::configure::Archival;

fn rules(bytes: &[u8]) -> Vec<Rule> {
    let mut rules: Vec<Rule> = faults(bytes).into_iter().map(|fault| fault.rule).collect();
    rules.dedup();
    rules
}

fn assert_sound(what: &str, bytes: &[u8]) {
    let found = faults(bytes);
    assert!(found.is_empty(), "{what}: {found:#?}");
}

#[test]
fn actas_are_sound() {
    for name in ["acta", "acta-en-curso", "acta-noche"] {
        for attached in [false, true] {
            assert_sound(name, &acta(name, attached));
        }
    }
}

#[test]
fn what_krilla_writes_for_other_parts_and_levels_is_sound() {
    for archival in
        [Archival::A2_B, Archival::A2_U, Archival::A2_A, Archival::A3_B, Archival::A3_U, Archival::A3_A]
    {
        assert_sound(&format!("{archival:?}"), &bare(archival));
    }
    // PDF/A-1 and PDF/A-4 are other standards.
    for archival in [Archival::A1_B, Archival::A4] {
        assert!(rules(&bare(archival)).contains(&Rule::Metadata), "{archival:?}");
    }
}

/// What the standard allows is let pass, as far as our papers may come to use it.
#[test]
fn what_is_allowed_is_let_pass() {
    let file = acta("acta-en-curso", false);
    let good = [
        ("nothing", "", ""),
        (
            "a link out of the file",
            "/Type/Page/",
            "/Annots[<</Type/Annot/Subtype/Link/F 4/Rect[0 0 9 9]/A<</S/URI/URI(http://x)>>>>]/Type/Page/",
        ),
        (
            "a field without a size",
            "/Type/Page/",
            "/Annots[<</Type/Annot/Subtype/Widget/F 132/Rect[0 0 0 0]>>]/Type/Page/",
        ),
        ("a place to begin at", "/Type/Catalog", "/Type/Catalog/OpenAction<</S/GoTo/D[217 0 R/Fit]>>"),
        (
            "a form that is drawn",
            "/Type/Catalog",
            "/Type/Catalog/AcroForm<</Fields[]/NeedAppearances false>>",
        ),
        ("a blend mode", "/Type/Catalog", "/Type/Catalog/X<</Type/ExtGState/BM/Multiply/TR2/Default>>"),
    ];
    for (what, from, to) in good {
        assert_sound(what, &updated(&file, from, to));
    }
}

/// Each rule is broken once, and nothing else is found.
#[test]
fn each_broken_rule_is_named() {
    let file = acta("acta-en-curso", true);
    assert_sound("the file before", &file);
    use Change::{Added, Bytes};
    let broken = [
        (Rule::Header, Bytes("%PDF-1.7", "%PDF-2.0")),
        (Rule::Header, Bytes("%PDF-1.7", " PDF-1.7")),
        (Rule::CrossReference, Bytes("0000000000 65535 f", "0000000000 65535 x")),
        (Rule::CrossReference, Bytes("startxref\n", "startxxxx\n")),
        (Rule::CrossReference, Bytes("%%EOF", "%%EOX")),
        (Rule::CrossReference, Bytes("\n17 0 obj", "\n18 0 obj")),
        (Rule::CrossReference, Bytes("/Size 2", "/Size 1")),
        (Rule::CrossReference, Added("/Type/Catalog", "/Type/Catalog/X 99999 0 R")),
        (Rule::Trailer, Bytes("/ID[(", "/IX[(")),
        (Rule::Encryption, Bytes("/Info 2", "/Encrypt 2")),
        (Rule::Streams, Added("/Type/Metadata", "/Type/Metadata/F(x)")),
        (Rule::Streams, Bytes("/Filter/FlateDecode", "/Filter/LZWDecode  ")),
        (Rule::Names, Added("/Type/Catalog", "/Type/Catalog/X/a#80")),
        (Rule::Metadata, Bytes("<pdfaid:part>3", "<pdfaid:part>1")),
        (Rule::Metadata, Bytes("<pdfaid:conformance>B", "<pdfaid:conformance>X")),
        (Rule::Metadata, Bytes("<dc:title>", "<dc:tatle>")),
        (Rule::Metadata, Bytes("<xmp:CreateDate>", "<xmp:CreatxDate>")),
        (Rule::Metadata, Bytes("<?xpacket begin", "<?xpacket bogin")),
        (Rule::Metadata, Bytes("/Type/Metadata", "/Type/Metadatx")),
        (Rule::OutputIntent, Bytes("/S/GTS_PDFA1", "/S/GTS_PDFX1")),
        (Rule::Fonts, Bytes("/FontFile2", "/FontFilf2")),
        (Rule::Fonts, Bytes("/ToUnicode", "/ToUnicodf")),
        (Rule::Fonts, Bytes("/CIDToGIDMap", "/CIDToGIDMop")),
        (Rule::Fonts, Bytes("/Encoding/Identity-H", "/Encoding/Identity-X")),
        (Rule::Actions, Added("/Type/Catalog", "/Type/Catalog/OpenAction<</S/JavaScript>>")),
        (Rule::Actions, Added("/Type/Catalog", "/Type/Catalog/OpenAction<</S/Launch/F(x)>>")),
        (Rule::Actions, Added("/Type/Page/", "/AA<<>>/Type/Page/")),
        (Rule::Actions, Added("/Type/Catalog", "/Type/Catalog/X<</JavaScript<<>>>>")),
        (Rule::Transparency, Added("/Type/Catalog", "/Type/Catalog/X<</Type/ExtGState/BM/Odd>>")),
        (Rule::Transparency, Added("/Type/Catalog", "/Type/Catalog/X<</Type/ExtGState/TR/Identity>>")),
        (Rule::Pictures, Added("/Type/Catalog", "/Type/Catalog/X<</Subtype/Image/Interpolate true>>")),
        (Rule::Pictures, Added("/Type/Catalog", "/Type/Catalog/X<</Subtype/Form/Ref<<>>>>")),
        (Rule::Annotations, Added("/Type/Page/", "/Annots[<</Subtype/Link/F 0/Rect[0 0 9 9]>>]/Type/Page/")),
        (
            Rule::Annotations,
            Added("/Type/Page/", "/Annots[<</Subtype/Widget/F 6/Rect[0 0 0 0]>>]/Type/Page/"),
        ),
        (
            Rule::Annotations,
            Added("/Type/Page/", "/Annots[<</Subtype/Widget/F 4/Rect[0 0 9 9]>>]/Type/Page/"),
        ),
        (Rule::Annotations, Added("/Type/Page/", "/Annots[<</Subtype/Movie/F 4/Rect[0 0 0 0]>>]/Type/Page/")),
        (Rule::Forms, Added("/Type/Catalog", "/Type/Catalog/AcroForm<</XFA[]>>")),
        (Rule::Forms, Added("/Type/Catalog", "/Type/Catalog/AcroForm<</NeedAppearances true>>")),
        (Rule::Forms, Added("/Type/Catalog", "/Type/Catalog/Requirements[]")),
        (Rule::Language, Bytes("/Lang(es-ES)/Str", "/Lang(ca-ES)/Str")),
        (Rule::Tags, Bytes("/Marked true", "/Marked null")),
        (Rule::Tags, Bytes("/StructTreeRoot 1", "/StructTreeRoox 1")),
        (Rule::Tags, Bytes("/S/H2/", "/S/H9/")),
        (Rule::Tags, Bytes("/S/TH/", "/S/LI/")),
        (Rule::Tags, Bytes("/S/TR/", "/S/LI/")),
        (Rule::Tags, Bytes("/K[0]/Pg", "/K[9]/Pg")),
        (Rule::Tags, Bytes("/Nums[0 1", "/Nums[7 1")),
        (Rule::Content, Bytes("/MediaBox", "/MediaBix")),
        (Rule::Attachments, Bytes("/AFRelationship/Source", "/AFRelationship/Saurce")),
        (Rule::Attachments, Bytes("/AF[", "/AX[")),
        (Rule::Attachments, Bytes("/EmbeddedFiles", "/EmbeddedFilex")),
        (Rule::Attachments, Bytes("/Params<<", "/Porams<<")),
        (Rule::Attachments, Bytes("/UF(", "/UX(")),
        (Rule::Attachments, Bytes("<pdfaid:part>3", "<pdfaid:part>2")),
    ];
    let mut wrong = Vec::new();
    for (rule, change) in broken {
        let found = rules(&changed(&file, &change));
        // What is packed otherwise, or names no object, may break two rules.
        let alone = found == [rule] || matches!(rule, Rule::Streams | Rule::Encryption);
        if !found.contains(&rule) || !alone {
            wrong.push(format!("{change:?} breaks {rule:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is on the pages, in streams that are unpacked first.
#[test]
fn each_fault_of_a_page_is_named() {
    let file = acta("acta-en-curso", false);
    let added = [
        (Rule::Content, "Q"),
        (Rule::Content, "q"),
        (Rule::Content, "XX"),
        (Rule::Content, "/X0 Do"),
        (Rule::Content, "<0"),
        (Rule::Tags, "BT () Tj ET"),
        (Rule::Tags, "EMC"),
        (Rule::Tags, "/P<</MCID 0>>BDC EMC"),
        (Rule::Tags, "/P<</MCID 999>>BDC EMC"),
        (Rule::Colours, "0 0 0 1 k"),
    ];
    for (rule, operators) in added {
        let found = rules(&files::with_operators(&file, operators));
        assert_eq!(found, [rule], "{operators}");
    }
    assert_sound("operators that do no harm", &files::with_operators(&file, "q 1 0 0 1 0 0 cm Q"));
}

/// Of a file that is cut or in which anything is changed, nothing is ever assumed.
#[test]
fn a_file_that_is_cut_is_refused_and_no_change_makes_the_check_fail() {
    let file = acta("acta-en-curso", true);
    for length in (0..file.len()).step_by(997) {
        assert!(!faults(&file[..length]).is_empty(), "{length}");
    }
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..300 {
        let mut bytes = file.clone();
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let at = random as usize % bytes.len();
        bytes[at] = (random >> 40) as u8;
        // It may be in a comment or a stream; but it must not panic.
        let _ = faults(&bytes);
    }
}
