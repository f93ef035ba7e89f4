import type { UnitDetails } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { TAB_FIELDS } from '../form-model.ts';
import type { TabForm } from '../use-unit-form.ts';
import { FeatureChoice } from './feature-choice.tsx';
import { SaveLine } from './save-line.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';

/** FEAT-001: what is switched on for the unit; shown of units with a trip log only. */
export function FeaturesTab(props: { unit: UnitDetails; form: TabForm }): ReactNode {
  const { unit, form } = props;
  const t = useT();
  const isReadOnly = !unit.can.edit_all;
  return (
    <Section title={t('UnitTab-features')}>
      <form
        className={frame['sections']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (form.isDirty && !form.isSaving) form.save();
        }}
      >
        <FeatureChoice
          label={t('FeaturesOfUnit')}
          kind={unit.kind}
          chosen={form.values.features}
          isReadOnly={isReadOnly}
          error={form.errorOf('features')}
          onChange={(features) => form.set('features', features)}
        />
        {unit.features.includes('booking') && !form.values.features.includes('booking') && (
          <BookingsLost losses={[{ unit_id: unit.id, user_id: null }]} />
        )}
        <SaveLine form={form} isReadOnly={isReadOnly} fields={TAB_FIELDS.features} />
      </form>
    </Section>
  );
}
