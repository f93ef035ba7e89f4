import { type AlarmKind, isArmedPlace, planKindOf } from '@spora/contract/alarms/kinds';
import type { Translate } from '@spora/messages/translate';

/** What happened, in the reader's words: the kind, with which of it there is more than one of. What is due is called by its name. */
export function alarmWhat(t: Translate, { kind, subject }: { readonly kind: AlarmKind; readonly subject: string }): string {
  if (subject === '') return t(`AlarmKind_${kind}`);
  if (isArmedPlace(kind, subject)) return t(`AlarmArmed_${kind}`);
  if (kind !== 'service-due') return `${t(`AlarmKind_${kind}`)} (${subject})`;
  const plan = planKindOf(subject);
  return plan ? t(`AlarmDue_${plan}`) : t('AlarmDue', { plan: subject });
}
