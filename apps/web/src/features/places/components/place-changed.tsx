import type { Place } from '@spora/contract/places/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ChangedMeanwhile, changesInWords } from '../../../ui/changed-meanwhile.tsx';
import { useRuleTexts } from '../use-rule-texts.ts';
import { scheduleText } from './schedule-fields.tsx';

/** ERR-041: what somebody else has made of the place. */
export function PlaceChanged(props: {
  was: Partial<Place>;
  theirs: Place;
  all: readonly Place[];
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const { theirs } = props;
  const t = useT();
  const format = useFormat();
  const ruleText = useRuleTexts(props.all);
  const { schedule } = theirs;
  return (
    <ChangedMeanwhile
      changes={changesInWords<Place>(props.was, theirs, [
        [['label'], t('PlaceName'), theirs.label],
        [['address', 'lat', 'lng'], t('PlaceAddress'), theirs.address || `${theirs.lat}, ${theirs.lng}`],
        [['radius'], t('PlaceRadius'), String(theirs.radius)],
        [['imeis'], t('PlaceUnits'), theirs.imeis === null ? t('AllUnits') : theirs.unit_names.join(', ')],
        [['rules'], t('PlaceRules'), theirs.rules.length === 0 ? t('PlaceNoRules') : theirs.rules.map(ruleText).join(' · ')],
        [['schedule'], t('PlaceSchedule'), scheduleText(schedule, format)],
      ])}
      onTakeTheirs={props.onTakeTheirs}
      onOverwrite={props.onOverwrite}
    />
  );
}
