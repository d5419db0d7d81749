// @ts-check
/** Saves a file on the reader's device. @param {string} name @param {BlobPart} content @param {string} [type] */
export function save(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], {type: `${type};charset=utf-8`})), link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The name of a file about a game. @param {string} what @param {string} end */
export const fileName = (what, end) => `${what.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "grundy"}.${end}`;

/** Rows of entries as LaTeX, under the name of the game. @param {string} what @param {(string | number)[][]} rows @param {number} wide */
export const latexOf = (what, rows, wide) =>
  `% ${what.replace(/\s+/g, " ")}\n\\begin{array}{${"r".repeat(wide)}}\n${rows.map(row => row.join(" & ") + " \\\\").join("\n")}\n\\end{array}\n`;
