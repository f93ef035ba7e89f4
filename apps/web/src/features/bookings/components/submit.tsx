import { type FormEvent, type ReactNode, useId } from 'react';
import type { DraftForm } from '../../../lib/use-draft-form.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { type BookingForm, type formFaults } from '../booking-form.ts';
import { type Check, type knownRefusal, showTaken } from '../use-check.ts';
import styles from './booking.module.css';

/** Sends a form unless it is known that it would be refused; whether that is so still is asked then. What is wrong in its fields comes first. */
export const submitKnowing =
  (parts: {
    draft: DraftForm<BookingForm>;
    check: Check;
    why: ReturnType<typeof knownRefusal>;
    faults: ReturnType<typeof formFaults>;
  }) =>
  (event: FormEvent): void => {
    const { draft, check, why, faults } = parts;
    if (why === null || Object.values(faults).some(Boolean)) return draft.submit(event);
    event.preventDefault();
    showTaken(draft.place.current);
    check.again();
  };

/** The button of a form about a booking. Where it would be refused, that and what helps stand beside it, and it stays within reach of the keyboard. */
export function Submit(props: { isBusy: boolean; why: ReturnType<typeof knownRefusal>; children: ReactNode }): ReactNode {
  const { isBusy, why, children } = props;
  const t = useT();
  const id = useId();
  return (
    <>
      {why !== null && (
        <p id={id} className={styles['why']}>
          {t(why)}
        </p>
      )}
      <Button
        look="primary"
        type="submit"
        isBusy={isBusy}
        {...(why !== null && { 'aria-disabled': true, 'aria-describedby': id, className: styles['shut'] })}
      >
        {children}
      </Button>
    </>
  );
}
