//! Text broken into lines of a terminal.

use grundy::render::width;

/// The lines of a text, none wider than so many columns: broken at blanks, behind commas and beside wide characters, in the
/// middle of a word only if it fills a line. What follows a break is indented as its line is.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap_line(line, columns.max(2))).collect()
}

fn wrap_line(line: &str, columns: usize) -> Vec<String> {
    let indent = (line.len() - line.trim_start().len()).min(columns / 2).min(columns - 2);
    let (mut lines, mut now) = (vec![], String::new());
    // Where the line may be broken last, in bytes.
    let mut last = None;
    for c in line.chars() {
        let wide = width(c.encode_utf8(&mut [0; 4]));
        if c.is_whitespace() || (wide > 1 && !closes(c)) {
            last = Some(now.len());
        }
        if width(&now) + wide > columns {
            let at = last.filter(|&at| !now[..at].trim().is_empty()).unwrap_or(now.len());
            let rest = format!("{}{}", " ".repeat(indent), now[at..].trim_start());
            now.truncate(now[..at].trim_end().len());
            lines.push(std::mem::replace(&mut now, rest));
            last = None;
            if c.is_whitespace() {
                continue;
            }
        }
        now.push(c);
        if wide > 1 || c == ',' {
            last = Some(now.len());
        }
    }
    lines.push(now);
    lines
}

/// Whether a wide character may not begin a line.
fn closes(c: char) -> bool {
    "，。；：、）」？！".contains(c)
}

#[cfg(test)]
mod tests {
    use super::wrap;
    use grundy::render::width;

    #[test]
    fn lines_are_broken_where_they_may() {
        assert_eq!(wrap("take 2 from heap 1", 8), ["take 2", "from", "heap 1"]);
        assert_eq!(wrap("  one two", 6), ["  one", "  two"]);
        assert_eq!(wrap("0-1:b,1-2:r", 8), ["0-1:b,", "1-2:r"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("从第 1 堆取 2 颗", 7), ["从第 1", "堆取 2", "颗"]);
        assert_eq!(wrap("a\n\nb", 3), ["a", "", "b"]);
        assert_eq!(wrap("", 3), [""; 0]);
    }

    #[test]
    fn no_line_is_too_wide() {
        let text = "  先手必胜，因为尼姆和 3 xor 4 xor 5 = 2 不为零。 A long sentence in English, then 更多汉字。";
        for columns in 2..50 {
            for line in wrap(text, columns) {
                assert!(width(&line) <= columns, "{columns}: {line}");
            }
        }
    }
}
