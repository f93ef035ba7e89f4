import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import type { Ahead, AheadCheck } from '../ahead-check.ts';
import type { DistanceUnit } from '../plan-model.ts';

/** SRV-004: readings that are further ahead than their meter, or behind it, with what it shows, and the way to save them all the same. */
export function ReadingsAhead(props: {
  aheads: readonly (Ahead & { readonly unitName?: string })[];
  distance: DistanceUnit;
  check: AheadCheck;
}): ReactNode {
  const { aheads, distance, check } = props;
  const t = useT();
  const format = useFormat();
  if (aheads.length === 0) return null;
  const number = (value: number): string => format.number(value, Number.isInteger(value) ? 0 : 1);
  const textOf = (measure: Ahead['measure'], value: number): string =>
    measure === 'hours' ? format.hours(value) : `${number(Math.round((value / distance.km) * 10) / 10)}\u00a0${distance.name}`;
  return (
    <>
      <Banner tone="warning">
        {aheads.map(({ measure, typed, shown, isTenfold, isBehind, unitName }) => (
          <div key={`${unitName} ${measure}`}>
            {unitName && `${unitName}: `}
            {t(isBehind ? 'PlanReadingBehind' : isTenfold ? 'PlanReadingTenfold' : 'PlanReadingAhead', {
              typed: textOf(measure, typed),
              shown: textOf(measure, shown),
            })}
          </div>
        ))}
      </Banner>
      <CheckBox
        label={t('ReadingConfirm')}
        checked={check.isConfirmed(aheads)}
        onChange={(isOn) => check.confirm(aheads, isOn)}
      />
    </>
  );
}
