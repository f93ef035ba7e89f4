import { type Language, LANGUAGES } from '@spora/messages/languages';
import { type Check, type Finding, type SourceFile, isCode, isTest } from './tree.ts';

const CATALOGUE = new RegExp(`^packages/messages/src/[a-z-]+/(${LANGUAGES.join('|')})\\.ts$`);

interface Entry {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Keys and texts of one catalogue file: `Key: 'text',` or a template or double-quoted text, also on the next line. */
function entriesOf(file: SourceFile): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const pattern = /^ {2}(?:'([^']+)'|([A-Za-z]\w*)):\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm;
  for (const match of file.text.matchAll(pattern)) {
    const key = match[1] ?? match[2] ?? '';
    const line = file.text.slice(0, match.index).split('\n').length;
    entries.set(key, { path: file.path, line, text: match[3] ?? match[4] ?? match[5] ?? '' });
  }
  return entries;
}

/** The argument names of an ICU message; branches of a plural or select do not count. */
export function placeholdersOf(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(/\{\s*(\w+)\s*(?=[,}])/g)) {
    const isBranch = /(?:=\d+|\b(?:zero|one|two|few|many|other))\s*$/.test(text.slice(0, match.index));
    if (!isBranch && match[1]) names.add(match[1]);
  }
  return [...names].toSorted();
}

/** I18N-009: every key in every language with the same placeholders, and none that nothing uses. */
export const messages: Check = {
  name: 'messages',
  run: (files) => {
    const byLanguage = new Map(LANGUAGES.map((language) => [language, new Map<string, Entry>()]));
    const twice: Finding[] = [];
    for (const file of files) {
      const language = CATALOGUE.exec(file.path)?.[1] as Language | undefined;
      const known = language && byLanguage.get(language);
      if (!known) continue;
      for (const [key, entry] of entriesOf(file)) {
        const other = known.get(key);
        // The rooms are spread into one catalogue: of two texts with one key the last would win without a word.
        if (other) twice.push({ ...entry, message: `${key} stands in ${other.path} too` });
        else known.set(key, entry);
      }
    }
    const english = byLanguage.get('en') ?? new Map<string, Entry>();
    return [...twice, ...differences(english, byLanguage), ...unused(english, files)];
  },
};

function differences(english: Map<string, Entry>, byLanguage: Map<string, Map<string, Entry>>): Finding[] {
  const found: Finding[] = [];
  for (const [language, entries] of byLanguage) {
    for (const [key, source] of english) {
      const entry = entries.get(key);
      if (!entry) found.push({ path: source.path, line: source.line, message: `${key} has no text in ${language}` });
      else if (entry.text.trim() === '') found.push({ ...entry, message: `${key} is empty in ${language}` });
      else if (placeholdersOf(entry.text).join() !== placeholdersOf(source.text).join())
        found.push({ ...entry, message: `${key}: placeholders differ from English` });
    }
    for (const [key, entry] of entries) if (!english.has(key)) found.push({ ...entry, message: `${key} has no English text` });
  }
  return found;
}

function unused(english: Map<string, Entry>, files: readonly SourceFile[]): Finding[] {
  const used = new Set<string>();
  for (const file of files) {
    if (!isCode(file.path) || isTest(file.path) || CATALOGUE.test(file.path)) continue;
    for (const match of file.text.matchAll(/['"`]([A-Za-z][\w&-]*)['"`]|\b([A-Z]\w+)\s*:/g)) used.add(match[1] ?? match[2] ?? '');
    // A key made from parts: `State-${state}` uses every key that begins so.
    for (const match of file.text.matchAll(/`([A-Za-z][\w-]*)\$\{[^}]*\}`/g))
      for (const key of english.keys()) if (key.startsWith(match[1] ?? '\0')) used.add(key);
  }
  return [...english]
    .filter(([key]) => !used.has(key))
    .map(([key, entry]) => ({ ...entry, message: `${key} is used by nothing` }));
}
