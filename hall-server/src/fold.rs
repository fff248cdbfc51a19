//! Words as people look for them.

/// Letters without case and accents: «Avería» is found by «averia».
pub fn fold(text: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'ä' | 'â' | 'ã' => Some('a'),
        'é' | 'è' | 'ë' | 'ê' => Some('e'),
        'í' | 'ì' | 'ï' | 'î' => Some('i'),
        'ó' | 'ò' | 'ö' | 'ô' | 'õ' => Some('o'),
        'ú' | 'ù' | 'ü' | 'û' => Some('u'),
        'ñ' => Some('n'),
        'ç' => Some('c'),
        // Accents that stand apart from their letter.
        '\u{300}'..='\u{36f}' => None,
        other => Some(other),
    };
    text.chars().flat_map(char::to_lowercase).filter_map(plain).collect()
}
