/** SEC-013: a cell that a spreadsheet would take for a formula gets an apostrophe before it; quotes are doubled (RFC 4180). */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+([.,]\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of cells as a CSV text that spreadsheets read as UTF-8. */
export const csvText = (lines: readonly (readonly string[])[], separator: ',' | ';' = ','): string =>
  `\uFEFF${lines.map((line) => `${line.map(cell).join(separator)}\r\n`).join('')}`;

/** Hands a text to the browser as a file. */
export function saveCsv(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
