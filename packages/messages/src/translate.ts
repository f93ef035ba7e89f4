import type { en } from './en.ts';
import { compileMessage } from './icu.ts';
import type { MessageKey } from './keys.ts';
import { type Catalogue, type Language, LANGUAGE_FACTS } from './languages.ts';

/** The placeholder names of an ICU message: `{count}`, `{count, plural, ...}`. */
type PlaceholdersOf<T extends string> = T extends `${string}{${infer Inner}}${infer Rest}`
  ? NameOf<Inner> | PlaceholdersOf<Rest>
  : never;
type NameOf<T extends string> = T extends `${infer Name},${string}` ? Word<Name> : Word<T>;
type Word<T extends string> = T extends '' | `${string} ${string}` | `#${string}` ? never : T;

export type ParamsOf<K extends MessageKey> = ParamsIn<(typeof en)[K]>;
type ParamsIn<T extends string> = Record<PlaceholdersOf<T>, string | number>;
type Args<T extends string> = [PlaceholdersOf<T>] extends [never] ? [] : [params: ParamsIn<T>];

/** Looks a text up and fills it; a missing or surplus placeholder does not compile. `C` is the English catalogue. */
export type TranslateFrom<C extends Record<string, string>> = <K extends keyof C & string>(key: K, ...args: Args<C[K]>) => string;

/** The `t()` of the screens. */
export type Translate = TranslateFrom<typeof en>;

/** Makes the `t()` of one catalogue in one language. Compiled messages are kept per translator. */
export function createTranslateFrom<C extends Record<string, string>>(
  language: Language,
  catalogue: Readonly<Record<keyof C, string>>,
): TranslateFrom<C> {
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  return (key, ...args) => {
    const text = catalogue[key];
    if (!text.includes('{')) return text;
    let message = compiled.get(key);
    if (!message) compiled.set(key, (message = compileMessage(text, LANGUAGE_FACTS[language].locale)));
    return message(args[0] ?? {});
  };
}

/** One `t()` for screens, SMS and PDF; mails have a catalogue of their own. */
export const createTranslate = (language: Language, catalogue: Catalogue): Translate =>
  createTranslateFrom<typeof en>(language, catalogue);
