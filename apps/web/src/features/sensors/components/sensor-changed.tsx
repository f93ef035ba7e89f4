import type { Sensor } from '@spora/contract/sensors/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ChangedMeanwhile, changesInWords } from '../../../ui/changed-meanwhile.tsx';
import { factsOf, type EditedFacts } from '../settings-model.ts';

/** ERR-041: what somebody else has set meanwhile. */
export function SensorChanged(props: {
  was: EditedFacts;
  sensor: Sensor;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const theirs = factsOf(props.sensor);
  const t = useT();
  const format = useFormat();
  const number = (value: number | null): string => (value === null ? '' : format.number(value, value % 1 === 0 ? 0 : 1));
  return (
    <ChangedMeanwhile
      changes={changesInWords<EditedFacts>(props.was, theirs, [
        [['name'], t('NameOnly'), theirs.name],
        [['temperature_low_c'], t('SensorTemperatureLow'), number(theirs.temperature_low_c)],
        [['temperature_high_c'], t('SensorTemperatureHigh'), number(theirs.temperature_high_c)],
        [['humidity_low_pct'], t('SensorHumidityLow'), number(theirs.humidity_low_pct)],
        [['humidity_high_pct'], t('SensorHumidityHigh'), number(theirs.humidity_high_pct)],
        [['outside_min'], t('SensorOutside'), number(theirs.outside_min)],
        [['door_alarm'], t('SensorDoorAlarm'), theirs.door_alarm ? t('UnitYes') : t('UnitNo')],
        [['door_delay_min'], t('SensorDoorDelay'), number(theirs.door_delay_min)],
        [['magnet_means'], t('SensorMagnet'), t(`SensorMagnet-${theirs.magnet_means}`)],
        [
          ['realarm_hours'],
          t('SensorRealarm'),
          theirs.realarm_hours === null ? t('SensorRealarmNever') : t('SensorRealarmHours', { count: theirs.realarm_hours }),
        ],
      ])}
      onTakeTheirs={props.onTakeTheirs}
      onOverwrite={props.onOverwrite}
    />
  );
}
