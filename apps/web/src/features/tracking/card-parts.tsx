import { lazy, Suspense, type ReactNode } from 'react';
import type { TrackingScreenProps } from './screen.tsx';

/** With its dialogs; the map does not wait for it. */
const UnitCheckIn = lazy(() => import('../drivers/public/unit-check-in.tsx').then((module) => ({ default: module.UnitCheckIn })));
const ArmUnit = lazy(() => import('../zones/public/arm-unit.tsx').then((module) => ({ default: module.ArmUnit })));
const UnitReporting = lazy(() =>
  import('../modes/public/unit-reporting.tsx').then((module) => ({ default: module.UnitReporting })),
);
const PastTheft = lazy(() => import('../alarms/public/past-theft.tsx').then((module) => ({ default: module.PastTheft })));
const UnitFrequency = lazy(() =>
  import('../modes/public/unit-frequency.tsx').then((module) => ({ default: module.UnitFrequency })),
);
const IoFacts = lazy(() => import('../commands/public/io-facts.tsx').then((module) => ({ default: module.IoFacts })));
const SwitchOutputs = lazy(() =>
  import('../commands/public/switch-outputs.tsx').then((module) => ({ default: module.SwitchOutputs })),
);
const NextService = lazy(() =>
  import('../maintenance/public/next-service.tsx').then((module) => ({ default: module.NextService })),
);
const ShareUnit = lazy(() => import('../sharing/public/share-unit.tsx').then((module) => ({ default: module.ShareUnit })));

const later = (part: ReactNode): ReactNode => <Suspense fallback={null}>{part}</Suspense>;

/** MAP-021, MAP-022: what other rooms tell of the unit of a card, and what they let somebody do with it. */
export const CARD_PARTS = {
  renderReporting: ({ imei, name, onTrail }) =>
    later(
      <>
        <PastTheft imei={imei} />
        <UnitReporting imei={imei} unitName={name} onTrail={onTrail} />
      </>,
    ),
  renderFacts: (imei) =>
    later(
      <>
        <UnitFrequency imei={imei} />
        <IoFacts imei={imei} />
        <NextService imei={imei} />
      </>,
    ),
  renderSharing: (imei) => later(<ShareUnit imei={imei} />),
  renderArming: (unit) => later(<ArmUnit {...unit} />),
  renderOutputs: (imei) => later(<SwitchOutputs imei={imei} />),
  renderCheckIn: ({ id, imei, name }) => later(<UnitCheckIn unitId={id} imei={imei} unitName={name} />),
} as const satisfies Partial<TrackingScreenProps>;
