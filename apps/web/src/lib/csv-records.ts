/** The cells of each line of a file that the server wrote for programs, its heading first (RFC 4180). */
export function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

/** Without the apostrophe that keeps a spreadsheet from running a cell; it is set again in the file. */
export const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');
