import type { Zone } from '@spora/contract/zones/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { ChangedMeanwhile, changesInWords } from '../../../ui/changed-meanwhile.tsx';
import { wasOf } from '../model.ts';
import { useZoneTexts } from '../use-zone-texts.ts';

/** ERR-041: what somebody else has made of the zone. */
export function ZoneChanged(props: { began: Zone; theirs: Zone; onTakeTheirs: () => void; onOverwrite: () => void }): ReactNode {
  const { theirs } = props;
  const t = useT();
  const texts = useZoneTexts();
  return (
    <ChangedMeanwhile
      changes={changesInWords<Zone>(wasOf(props.began), theirs, [
        [['name'], t('ZoneName'), theirs.name],
        [['address', 'lat', 'lng'], t('CircleAddress'), theirs.address || `${theirs.lat}, ${theirs.lng}`],
        [['radius'], t('CircleRadius'), texts.radius(theirs.radius)],
        [['alarm'], t('ZoneAlarmWhen'), t(`ZoneAlarm-${theirs.alarm}`)],
        [['theft_mode_on_leave'], t('ZoneTheftMode'), theirs.theft_mode_on_leave ? t('UnitYes') : t('UnitNo')],
        [['imeis'], t('ZoneUnitsWrong'), texts.units(theirs)],
        [['inactive'], t('ZonePause'), texts.pause(theirs) ?? ''],
        [['is_active'], t('ZoneState'), t(theirs.is_active ? 'ZoneState-on' : 'ZoneState-off')],
      ])}
      onTakeTheirs={props.onTakeTheirs}
      onOverwrite={props.onOverwrite}
    />
  );
}
