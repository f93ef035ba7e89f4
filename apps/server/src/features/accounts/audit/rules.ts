import { AUDIT_ACTIONS, type AuditAction } from '@spora/contract/accounts/audit-actions';
import { CATALOGUES } from '@spora/messages/catalogues';
import type { Language } from '@spora/messages/languages';
import { createTranslate } from '@spora/messages/translate';

/** A word of a search, with what the log's own texts tell by it. */
export interface SearchedWord {
  readonly text: string;
  readonly actions: readonly AuditAction[];
  readonly actorKinds: readonly string[];
}

/**
 * ADM-018: the words of a search, each with the kinds of act that the reader's language names or tells by it, so that what stands on the
 * screen can be found ("serviceplan").
 */
export function wordsOf(search: string | undefined, language: Language): SearchedWord[] {
  const words = [...new Set((search ?? '').toLowerCase().split(/\s+/).filter(Boolean))];
  if (words.length === 0) return [];
  const t = createTranslate(language, CATALOGUES[language]);
  const acts = AUDIT_ACTIONS.map((action) => ({
    action,
    said: `${t(`Audit_${action}`)} ${t(`AuditSays_${action}`, { who: '', what: '' })}`.toLowerCase(),
  }));
  const kinds = [
    ['system', t('AuditBySystem')],
    ['stranger', t('AuditByStranger')],
    ['support', t('AuditBySupport')],
  ] as const;
  return words.map((text) => ({
    text,
    actions: acts.filter(({ said }) => said.includes(text)).map(({ action }) => action),
    actorKinds: kinds.filter(([, said]) => said.toLowerCase().includes(text)).map(([kind]) => kind),
  }));
}
