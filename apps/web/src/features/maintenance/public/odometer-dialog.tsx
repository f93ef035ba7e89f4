import { MINUTE_MS } from '@spora/calendar/durations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { AboutUnit } from '../../../lib/unit-measures.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { OdometerForm } from '../components/odometer-form.tsx';
import { odometerQuery } from '../reading-queries.ts';

/** UNIT-022: a reading of a unit from where its trips are, at the time that is looked at: after the minute in which a trip has stopped. */
export function OdometerDialog(props: {
  imei: string;
  unitName: string;
  /** Null: now. */
  at: string | null;
  takingBack: number | null;
  onTakeBack: (id: number) => void;
  onClose: () => void;
}): ReactNode {
  const { imei, at, onClose } = props;
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const query = useQuery(odometerQuery(send, imei));
  const units = useQuery(endpointQuery(send, 'units.list', {}));
  const kind = units.data?.units.find((unit) => unit.imei === imei)?.kind ?? null;
  const moment = at === null ? null : Math.ceil(Date.parse(at) / MINUTE_MS) * MINUTE_MS;
  const close = useCarefulClose(false, onClose);
  return (
    <Dialog title={t('OdometerGapCorrect')} closeLabel={t('Close')} isOpen onClose={close}>
      <div className={frame['form']}>
        <p className={frame['soft']}>{props.unitName}</p>
        {!query.data && <NotLoaded query={query} heights={[120]} isPart />}
        {query.data?.can.save === false && <p className={frame['soft']}>{t('UnitReadOnly')}</p>}
        {query.data?.can.save && !units.isPending && (
          <AboutUnit kind={kind}>
            <OdometerForm
              imei={imei}
              rows={query.data.rows}
              first={moment === null ? undefined : { value: '', time: `${format.day(moment)}T${format.time(moment)}` }}
              takingBack={props.takingBack}
              onTakeBack={props.onTakeBack}
              onChanged={() => undefined}
              onSaved={onClose}
            />
          </AboutUnit>
        )}
      </div>
    </Dialog>
  );
}
