import { lazy, Suspense, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useOdometerChange } from '../reading-queries.ts';

/** The form is fetched when somebody has something to enter. */
const OdometerDialog = lazy(() => import('./odometer-dialog.tsx').then((module) => ({ default: module.OdometerDialog })));

/** The way to a reading from what it is about, and from the reading back to it. */
export function CorrectOdometer(props: { imei: string; unitName: string; at: string | null }): ReactNode {
  const { imei } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  // Kept here: the notice that offers it stands longer than the dialog.
  const remove = useOdometerChange(
    imei,
    (send, id: number) => call(send, 'maintenance.remove-odometer', { params: { imei, id } }),
    () => toasts.show({ text: t('ReadingIsTakenBack') }),
  );
  const takeBack = (id: number): void =>
    remove.mutate(id, { onError: (error) => toasts.show({ tone: 'danger', text: errors.text(error) }) });
  return (
    <>
      <Button look="quiet" isSmall isWrite onClick={() => setOpen(true)}>
        {t('OdometerGapCorrect')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <OdometerDialog
            {...props}
            takingBack={remove.isPending ? remove.variables : null}
            onTakeBack={takeBack}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
