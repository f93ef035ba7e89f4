import { type Language, languagesFrom } from '@spora/messages/languages';
/** A short name for a text, the same on every visit (FNV-1a, 32 bits). It guards nothing. */
export function nameOfText(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** DEC-75: where a phone label can be dialled; null when it holds no number. Six digits keep opening hours from becoming one. */
export function phoneAddress(label: string): string | null {
  for (const [found] of label.replace('(0)', '').matchAll(/\+?\d[\d\s()/.-]*/g)) {
    const digits = found.replace(/\D/g, '');
    if (digits.length >= 6 && digits.length <= 15) return `tel:${found.startsWith('+') ? '+' : ''}${digits}`;
  }
  return null;
}

export interface TermsSection {
  readonly heading: string | null;
  readonly paragraphs: readonly string[];
}

/** Lines that begin with "# " are headings; an empty line ends a paragraph. */
export function termsSections(body: string): TermsSection[] {
  const sections: { heading: string | null; paragraphs: string[] }[] = [];
  for (const block of body.split(/\n\s*\n|\n(?=# )|(?<=^# .*)\n/m)) {
    const text = block.trim();
    if (text.startsWith('# ')) sections.push({ heading: text.slice(2).trim(), paragraphs: [] });
    else if (text && sections.length === 0) sections.push({ heading: null, paragraphs: [text] });
    else if (text) sections.at(-1)?.paragraphs.push(text);
  }
  return sections;
}

export const TERMS_LANGUAGES = languagesFrom('sv');

/** REG-013, I18N-008: Swedish unless the address asks for another that there is. */
export function termsLanguage(search: string): Language {
  const wanted = new URLSearchParams(search).get('lang');
  return TERMS_LANGUAGES.find((language) => language === wanted) ?? 'sv';
}
