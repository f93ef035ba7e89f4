import type { Trip } from '@spora/contract/trips/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { isPrivateWithout } from '../model.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import { AttestedBy } from './attested-by.tsx';
import bulk from './bulk-dialog.module.css';
import { DriverPick } from './driver-pick.tsx';
import { SplitDialog, useAct } from './merge-dialog.tsx';
import { TripParts } from './route-ends.tsx';
import styles from './trip-details.module.css';
import { PassengersField, TripText } from './trip-text.tsx';
import { TypeMenu } from './type-menu.tsx';

/** Why a trip that one sees is only to be read: of one that somebody drove, its driver and administrators change it. */
function WhyNot({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  if (trip.attested_by !== null) return <AttestedBy trip={trip} />;
  return <p className={styles['quiet']}>{t(trip.is_of_another ? 'TripOfAnother' : 'CannotEditTrip')}</p>;
}

/** What is written of a trip that is only read; what is empty is left out. */
function Written({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const texts = [
    [t('Purpose'), trip.purpose],
    [t('Passengers'), trip.passengers.map(({ name }) => name).join(', ')],
    [t('Project'), trip.project],
    [t('Visited'), trip.visited],
    [t('Note'), trip.note],
  ] as const;
  return texts
    .filter(([, text]) => text !== '')
    .map(([label, text]) => (
      <Labelled key={label} label={label}>
        <p className={styles['written']}>{text}</p>
      </Labelled>
    ));
}

/** Everything of a trip that can be edited, under each other. */
export function TripFields(props: { trip: Trip; edits: TripEdits }): ReactNode {
  const { trip, edits } = props;
  const t = useT();
  const asks = (field: 'purpose' | 'project' | 'visited'): boolean => !isPrivateWithout(trip, field, edits);
  if (!trip.can.edit || trip.is_masked)
    return (
      <div className={styles['fields']}>
        <Labelled label={t('TripType')}>
          <TypeMenu trip={trip} edits={edits} />
        </Labelled>
        {!trip.is_masked && <Written trip={trip} />}
        {!trip.is_ongoing && !trip.is_masked && <WhyNot trip={trip} />}
      </div>
    );
  return (
    <div className={styles['fields']}>
      <Labelled label={t('TripType')}>
        <TypeMenu trip={trip} edits={edits} />
      </Labelled>
      {asks('purpose') && (
        <Labelled label={t('Purpose')}>
          <TripText field="purpose" trip={trip} edits={edits} isFramed />
        </Labelled>
      )}
      <Labelled label={t('Driver')}>
        <DriverPick trip={trip} edits={edits} isFramed />
      </Labelled>
      <Labelled label={t('Passengers')}>
        <PassengersField trip={trip} edits={edits} isFramed />
      </Labelled>
      {asks('project') && (
        <Labelled label={t('Project')}>
          <TripText field="project" trip={trip} edits={edits} isFramed />
        </Labelled>
      )}
      {asks('visited') && (
        <Labelled label={t('Visited')}>
          <TripText field="visited" trip={trip} edits={edits} isFramed />
        </Labelled>
      )}
      <Labelled label={t('Note')}>
        <TripText field="note" trip={trip} edits={edits} isMultiline isFramed />
      </Labelled>
    </div>
  );
}

const Labelled = (props: { label: string; children: ReactNode }): ReactNode => (
  <div className={styles['field']}>
    <span className={styles['label']}>{props.label}</span>
    {props.children}
  </div>
);

/** What a merged trip is made of, with the way back; and the way out for one that was entered by hand. */
export function TripParted(props: { trip: Trip }): ReactNode {
  const { trip } = props;
  const t = useT();
  const [open, setOpen] = useState<'split' | 'remove' | null>(null);
  const canRemove = trip.is_manual && trip.can.edit;
  if (trip.parts.length === 0 && !canRemove) return null;
  return (
    <div className={styles['parted']}>
      {trip.parts.length > 0 && (
        <>
          <span className={styles['label']}>{t('MergedOf', { count: trip.parts.length })}</span>
          <TripParts trip={trip} />
          {trip.can.edit && <Button onClick={() => setOpen('split')}>{t('SplitTrip')}</Button>}
        </>
      )}
      {canRemove && (
        <Button look="danger" onClick={() => setOpen('remove')}>
          {t('RemoveManual')}
        </Button>
      )}
      {open === 'split' && <SplitDialog trip={trip} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog trip={trip} onClose={() => setOpen(null)} />}
    </div>
  );
}

function RemoveDialog(props: { trip: Trip; onClose: () => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const errors = useErrorText();
  const { trip, onClose } = props;
  const act = useAct(() => call(send, 'trips.remove-manual', { params: { id: trip.id } }), t('ManualTripRemoved'), onClose);
  return (
    <Dialog title={t('RemoveManual')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <p className={bulk['lead']}>{t('RemoveManualLead')}</p>
      {act.error !== null && <p role="alert">{errors.text(act.error)}</p>}
      <div className={bulk['actions']}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button look="danger" isBusy={act.isBusy} onClick={act.run}>
          {t('RemoveManual')}
        </Button>
      </div>
    </Dialog>
  );
}
