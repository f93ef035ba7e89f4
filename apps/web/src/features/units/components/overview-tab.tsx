import type { UnitDetails } from '@spora/contract/units/endpoints';
import { lazy, Suspense, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { hasOthers } from '../../../lib/rights.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Section } from '../../../ui/section.tsx';
import { OpenAlarmsText } from '../../alarms/public/open-alarms-text.tsx';
import { useOpenAlarms } from '../../alarms/public/open-alarms.ts';
import { NextService } from '../../maintenance/public/next-service.tsx';
import { UnitFrequency } from '../../modes/public/unit-frequency.tsx';
import { tabsOf, type UnitTab } from '../form-model.ts';
import styles from './overview-tab.module.css';
import { useUnitTexts } from './use-unit-texts.ts';

/** The log and the bookings are fetched for who looks at them. */
const LastTrip = lazy(() => import('../../trips/public/last-trip.tsx').then((module) => ({ default: module.LastTrip })));
const UnitBookings = lazy(() =>
  import('../../bookings/public/unit-bookings.tsx').then((module) => ({ default: module.UnitBookings })),
);

/** How a unit is at a glance: where, its last trip, who has it next, what is to be done, what it is. `now` is the map's to tell. */
export function OverviewTab(props: {
  unit: UnitDetails;
  imei: string;
  now: ReactNode;
  onTab: (tab: UnitTab) => void;
}): ReactNode {
  const { unit, imei, onTab } = props;
  const t = useT();
  const user = useUser();
  const isIn = unit.imei !== null && !unit.is_retired;
  return (
    <div className={styles['parts']}>
      {isIn && <div className={styles['part']}>{props.now}</div>}
      <div className={styles['part']}>
        <Suspense fallback={null}>
          {unit.has_trip_log && <LastTrip imei={imei} kind={unit.kind} />}
          {isIn && unit.features.includes('booking') && hasOthers(user) && <UnitBookings imei={imei} />}
        </Suspense>
        <Section
          title={t('UnitAbout')}
          action={
            <Button isSmall isWrite={false} onClick={() => onTab('general')}>
              {t(unit.can.edit_looks ? 'EditField' : 'UnitAllFacts')}
            </Button>
          }
        >
          <dl>
            {isIn && <Alarms unit={unit} imei={imei} />}
            {tabsOf(unit).includes('service') && <NextService imei={imei} />}
            {tabsOf(unit).includes('mode') && <UnitFrequency imei={imei} />}
            <About unit={unit} />
          </dl>
        </Section>
      </div>
    </div>
  );
}

function Alarms({ unit, imei }: { unit: UnitDetails; imei: string }): ReactNode {
  const t = useT();
  const open = useOpenAlarms();
  if (!open) return null;
  const count = open.units.find(({ id }) => id === unit.id)?.count ?? 0;
  return (
    <Fact label={t('UnitOpenAlarms')}>
      {count === 0 ? (
        t('UnitNoAlarms')
      ) : (
        <PageLink to={ADDRESSES.alarms} search={{ unit: imei }} className={styles['link']}>
          <OpenAlarmsText imei={imei} count={count} />
        </PageLink>
      )}
    </Fact>
  );
}

function About({ unit }: { unit: UnitDetails }): ReactNode {
  const t = useT();
  const { title, cell } = useUnitTexts();
  const facts: readonly (readonly [label: string, value: string])[] = [
    ...(['subscription', 'kind', 'project', 'tags'] as const).map((column) => [title[column], cell(unit, column)] as const),
    [t('UnitNote'), unit.note],
  ];
  return facts.map(
    ([label, value]) =>
      value !== '' && (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ),
  );
}
