import { inThousands } from '@spora/messages/in-thousands';

/** So many digits of a length in metres are taken while it is typed: more than any may have, so that what is too much is told and not cut. */
export const METRES_TEXT_MAX = 9;

/** A number with comma or point and any spaces between thousands, or null for nothing; undefined for what is no number. */
export function readNumber(text: string): number | null | undefined {
  const trimmed = text.replace(/[\s\u202f]/g, '');
  if (trimmed === '') return null;
  return /^\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

/** A stored number as it stands in a field. */
export const numberText = (value: number | null, decimalSign: string): string =>
  value === null ? '' : String(value).replace('.', decimalSign);

/** What a meter shows as it stands in a field, in thousands as it is told everywhere. */
export function readingText(value: number | null, decimalSign: string): string {
  const [whole = '', part] = numberText(value, '.').split('.');
  return inThousands(whole) + (part === undefined ? '' : decimalSign + part);
}
