/** SEC-013: a cell that a spreadsheet would take for a formula gets an apostrophe before it; quotes are doubled (RFC 4180). */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of a CSV file (RFC 4180); `between` where its language wants another sign between the cells. */
export const csvLine = (cells: readonly (string | number)[], between: ',' | ';' = ','): string =>
  `${cells.map(csvCell).join(between)}\r\n`;
