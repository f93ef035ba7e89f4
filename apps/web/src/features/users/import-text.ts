/** Takes lines out of a CSV text, counted from 1 as the server counts them: the last line of a record that spans several. */
export function withoutLines(csv: string, gone: ReadonlySet<number>): string {
  const lines = csv.split(/\r?\n/);
  const kept: string[] = [];
  let open: string[] = [];
  let quotes = 0;
  lines.forEach((line, index) => {
    open.push(line);
    quotes += line.split('"').length - 1;
    // Within quotes a line break belongs to the cell.
    if (quotes % 2 === 1) return;
    if (!gone.has(index + 1)) kept.push(...open);
    open = [];
  });
  const rest = [...kept, ...open].filter((line) => line.trim() !== '');
  // A heading alone is nothing.
  return rest.length > 1 ? rest.join('\n') : '';
}
