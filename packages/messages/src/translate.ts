import type { en } from './en.ts';
import { compileMessage } from './icu.ts';
import type { MessageKey } from './keys.ts';

export const LANGUAGES = ['en', 'sv', 'no'] as const;
export type Language = (typeof LANGUAGES)[number];
/** DEC-54: the interface says `no`, the browser's formatters want `nb`. */
export const LOCALE_OF = { en: 'en-GB', sv: 'sv-SE', no: 'nb-NO' } as const satisfies Record<Language, string>;

export type Catalogue = Record<MessageKey, string>;

/** The placeholder names of an ICU message: `{count}`, `{count, plural, ...}`. */
type PlaceholdersOf<T extends string> = T extends `${string}{${infer Inner}}${infer Rest}`
  ? NameOf<Inner> | PlaceholdersOf<Rest>
  : never;
type NameOf<T extends string> = T extends `${infer Name},${string}` ? Word<Name> : Word<T>;
type Word<T extends string> = T extends '' | `${string} ${string}` | `#${string}` ? never : T;

export type ParamsOf<K extends MessageKey> = Record<PlaceholdersOf<(typeof en)[K]>, string | number>;
type Args<K extends MessageKey> = [PlaceholdersOf<(typeof en)[K]>] extends [never] ? [] : [params: ParamsOf<K>];

/** Looks a text up and fills it; a missing or surplus placeholder does not compile. */
export type Translate = <K extends MessageKey>(key: K, ...args: Args<K>) => string;

/** One `t()` for screens, mail, SMS and PDF. Compiled messages are kept per translator. */
export function createTranslate(language: Language, catalogue: Catalogue): Translate {
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  return (key, ...args) => {
    const text = catalogue[key];
    if (!text.includes('{')) return text;
    let message = compiled.get(key);
    if (!message) compiled.set(key, (message = compileMessage(text, LOCALE_OF[language])));
    return message(args[0] ?? {});
  };
}
