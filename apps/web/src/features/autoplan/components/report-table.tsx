import type { AutoplanState, AutoplanUnit } from '@spora/contract/autoplan/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Badge } from '../../../ui/badge.tsx';
import frame from '../../../ui/section.module.css';
import { Table } from '../../../ui/table.tsx';
import { useDoubt } from './use-doubt.ts';

const TONES = {
  'not-due': 'plain',
  ready: 'information',
  sending: 'information',
  reported: 'success',
  failed: 'danger',
  'not-needed': 'plain',
} as const satisfies Record<AutoplanState, string>;

interface Parts {
  units: readonly AutoplanUnit[];
  chosen: ReadonlySet<string>;
  isChoosable: (unit: AutoplanUnit) => boolean;
  onChoose: (imei: string, isChosen: boolean) => void;
}

export function ReportTable(props: Parts): ReactNode {
  const t = useT();
  const typeText = useTripTypeText();
  return (
    <Table
      label={t('AutoplanTab')}
      head={
        <>
          <th scope="col">{t('AutoplanColumnUnit')}</th>
          <th scope="col" data-kind="number">
            {t('AutoplanColumnOdometer')}
          </th>
          <th scope="col" data-kind="number">
            {t('AutoplanColumnBusiness', { other: typeText('other') })}
          </th>
          <th scope="col" data-kind="number">
            {t('AutoplanColumnPrivate')}
          </th>
          <th scope="col">{t('AutoplanColumnState')}</th>
        </>
      }
    >
      {props.units.map((unit, row) => (
        <Row key={unit.imei ?? row} unit={unit} {...props} />
      ))}
    </Table>
  );
}

function Row({ unit, chosen, isChoosable, onChoose }: Parts & { unit: AutoplanUnit }): ReactNode {
  const t = useT();
  const typeText = useTripTypeText();
  const format = useFormat();
  const { imei, odometer_start_km: start, odometer_end_km: end } = unit;
  return (
    <tr>
      <th scope="row">
        {isChoosable(unit) && imei !== null && (
          <input
            type="checkbox"
            aria-label={t('AutoplanChoose', { unit: unit.name })}
            checked={chosen.has(imei)}
            onChange={({ target }) => onChoose(imei, target.checked)}
          />
        )}{' '}
        {unit.name} <span className={frame['soft']}>{unit.registration_number}</span>
      </th>
      <td data-kind="number" data-label={t('AutoplanColumnOdometer')}>
        <span>
          {start === null || end === null ? t('AutoplanNoOdometer') : `${format.number(start)} – ${format.number(end)}`}
        </span>
      </td>
      <td data-kind="number" data-label={t('AutoplanColumnBusiness', { other: typeText('other') })}>
        <span>{format.number(unit.business_km)}</span>
      </td>
      <td data-kind="number" data-label={t('AutoplanColumnPrivate')}>
        <span>{format.number(unit.private_km)}</span>
      </td>
      <td data-label={t('AutoplanColumnState')}>
        <State unit={unit} />
      </td>
    </tr>
  );
}

/** ERR-017, ERR-018: how it stands, and why. */
function State({ unit }: { unit: AutoplanUnit }): ReactNode {
  const t = useT();
  const format = useFormat();
  const doubt = useDoubt()(unit);
  const told = [
    unit.registered_km === null ? null : t('AutoplanRegistered', { km: format.number(unit.registered_km) }),
    unit.reported_at === null ? null : format.dateTime(unit.reported_at),
    unit.problem === null ? null : t(`AutoplanProblem-${unit.problem}`),
    doubt,
  ];
  if (unit.state === 'not-due' && told.every((text) => text === null)) return null;
  return (
    <div>
      {/* That it is not due yet is said once, above all of them. */}
      {unit.state !== 'not-due' && <Badge tone={TONES[unit.state]}>{t(`AutoplanState-${unit.state}`)}</Badge>}
      {told.map(
        (text) =>
          text && (
            <div key={text} className={frame['soft']}>
              {text}
            </div>
          ),
      )}
    </div>
  );
}
