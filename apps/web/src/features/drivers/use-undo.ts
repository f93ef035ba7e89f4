import type { CheckIn } from '@spora/contract/drivers/endpoints';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import type { Send } from '../../lib/send.ts';
import { useUser } from '../../lib/session-context.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useDriverWrite } from './queries.ts';

interface Person {
  readonly id: number;
  readonly name: string;
}

const checkIn = (send: Send, imei: string, driverId: number) =>
  call(send, 'drivers.check-in', { body: { imei, driver_id: driverId, from_trip_id: null, extent: 'all' } });

/** Takes something back and says so, or why it could not. It outlives the dialog that offers it. */
function useUndo<Input>(write: (send: Send, input: Input) => Promise<unknown>): (input: Input) => void {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const undo = useDriverWrite(write);
  return (input) =>
    void undo.mutateAsync(input).then(
      () => toasts.show({ text: t('CheckInUndone') }),
      (failure: unknown) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
    );
}

/** A check-in from now on taken back: whoever drove before drives again, there and where the check-in ended another. Null: the user may not. */
export function useUndoCheckIn(done: {
  imei: string;
  driver: Person;
  checkedOut: Person | null;
  left: readonly CheckIn[];
}): (() => void) | null {
  const user = useUser();
  const { imei, driver, checkedOut, left } = done;
  const undo = useUndo(async (send: Send, _: null) => {
    await (checkedOut
      ? checkIn(send, imei, checkedOut.id)
      : call(send, 'drivers.check-out', { body: { imei, driver_id: driver.id } }));
    for (const row of left) if (row.imei !== null) await checkIn(send, row.imei, row.driver.id);
  });
  const isOwnAlone = [...(checkedOut ? [checkedOut.id] : []), ...left.map((row) => row.driver.id)].every((id) => id === user.ID);
  return isOwnAlone || user.IsAdmin ? () => undo(null) : null;
}

/** A check-out taken back: checked in again, from now on. */
export function useUndoCheckOut(row: CheckIn): () => void {
  const undo = useUndo((send: Send, imei: string) => checkIn(send, imei, row.driver.id));
  return () => undo(row.imei ?? '');
}
