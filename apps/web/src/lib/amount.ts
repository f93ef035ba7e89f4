/** What somebody typed, with a comma or a dot and spaces between thousands; null when it is no number. */
export function readAmount(text: string): number | null {
  const trimmed = text.replace(/[\s\u202f\u00a0]/g, '').replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}
