import { differences, isChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';

/**
 * ERR-041: what somebody else changed of the fields that were to be saved, by the name of each field and what it is now; null: that is not
 * why it was refused.
 */
export const meanwhileOf = <Form extends object>(
  failure: unknown,
  began: Partial<Form>,
  saved: Form,
  texts: Partial<Record<keyof Form, readonly [label: string, value: string]>>,
): { label: string; value: string }[] | null =>
  isChangedMeanwhile(failure)
    ? differences(began, saved).flatMap((field) => {
        const text = texts[field];
        return text ? [{ label: text[0], value: text[1] }] : [];
      })
    : null;
