import type { UnitFeature } from '@spora/contract/units/features';
import { isWatercraft, type UnitKind } from '@spora/contract/units/values';
import { useId, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { featuresFor, withFeature } from '../form-model.ts';
import styles from './features.module.css';

/** Every feature with what it is for, to tick. */
export function FeatureChoice(props: {
  label: string;
  /** Of one unit; left out: of several of any kind. */
  kind?: UnitKind;
  chosen: readonly UnitFeature[];
  onChange: (features: UnitFeature[]) => void;
  isReadOnly?: boolean;
  error?: string | null;
}): ReactNode {
  const { chosen, onChange, error } = props;
  const t = useT();
  const errorId = useId();
  return (
    <fieldset className={styles['choice']} aria-describedby={error ? errorId : undefined}>
      <legend className={styles['legend']}>{props.label}</legend>
      {error && (
        <p id={errorId} className={styles['error']} role="alert">
          {error}
        </p>
      )}
      <div className={styles['boxes']}>
        {featuresFor(props.kind ?? null).map((feature) => (
          <CheckBox
            key={feature}
            name="features"
            label={t(feature === 'booking' && isWatercraft(props.kind) ? 'FeatureBookingBoat' : `Feature-${feature}`)}
            help={t(`FeatureHelp-${feature}`)}
            checked={chosen.includes(feature)}
            disabled={props.isReadOnly}
            onChange={(isOn) => onChange(withFeature(chosen, feature, isOn))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Features in words, with commas between. */
export function useFeatureNames(): (features: readonly UnitFeature[]) => string {
  const t = useT();
  return (features) => features.map((feature) => t(`Feature-${feature}`)).join(', ');
}
