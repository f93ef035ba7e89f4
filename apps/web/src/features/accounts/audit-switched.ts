import type { Translate } from '@spora/messages/translate';
import { fieldText } from './audit-fields.ts';
import type { AuditRow } from './audit-model.ts';

interface Switched {
  /** What was switched, in words; empty where the act names it. */
  readonly thing: string;
  readonly isOn: boolean;
}

/** What an act switched, and which way; null where its row does not say so. */
export function switchedOf(
  { action, details, changes }: Pick<AuditRow, 'action' | 'details' | 'changes'>,
  t: Translate,
): Switched | null {
  switch (action) {
    case 'alarm-receiver-switched': {
      for (const field of ['function_alarm', 'security_alarm'] as const) {
        const isOn = changes.find((change) => change.field === field)?.after ?? details[field];
        if (typeof isOn === 'boolean') return { thing: inSentence(t(`AuditLabel-${field}`)), isOn };
      }
      return null;
    }
    case 'output-switched': {
      const { output } = details;
      const isOn = stateOf(details);
      return isOn === null || typeof output !== 'string' ? null : { thing: fieldText(output, 'io-changed', t) ?? output, isOn };
    }
    case 'bluetooth-switched':
    case 'active-tracking': {
      const isOn = stateOf(details);
      return isOn === null ? null : { thing: '', isOn };
    }
    case 'place-saved': {
      const { active } = details;
      return typeof active === 'boolean' ? { thing: '', isOn: active } : null;
    }
    default:
      return null;
  }
}

/** Particulars and fields that the sentence of such an act says already. */
export const SAID_BY_SWITCHED: readonly string[] = ['output', 'state', 'active', 'function_alarm', 'security_alarm', 'fields'];

const stateOf = ({ state }: AuditRow['details']): boolean | null => (state === 'on' ? true : state === 'off' ? false : null);

const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);
