import type { FeatureProfile, UnitFeature } from '@spora/contract/units/features';
import { UNIT_FEATURES } from '@spora/contract/units/values';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NotLoaded, together } from '../../ui/loaded.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { useErrorText, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ActionMenu } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FeatureChoice, useFeatureNames } from './components/feature-choice.tsx';
import { FeatureProfileDialog } from './components/feature-profile-dialog.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './components/features.module.css';
import { defaultFeaturesQuery, profilesQuery } from './queries.ts';

/** FEAT-002: the features that new units get, and named sets of them, for administrators. */
export function FeatureSettingsScreen(): ReactNode {
  const send = useSend();
  const defaults = useQuery(defaultFeaturesQuery(send));
  const profiles = useQuery(profilesQuery(send));
  if (defaults.data && profiles.data)
    return (
      <div className={styles['screen']}>
        <Defaults key={defaults.data.features.join()} saved={defaults.data.features} />
        <Profiles profiles={profiles.data.profiles} />
      </div>
    );
  return <NotLoaded query={together(defaults, profiles)} heights={[360, 160]} className={styles['screen']} isPart />;
}

function Defaults({ saved }: { saved: readonly UnitFeature[] }): ReactNode {
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const toasts = useToasts();
  const [chosen, setChosen] = useState(saved);
  const isDirty = chosen.join() !== saved.join();
  useUnsavedChanges(isDirty);
  const save = useMutation({
    mutationFn: (features: readonly UnitFeature[]) =>
      call(send, 'units.save-default-features', { body: { features: [...features] } }),
    onSuccess: (_nothing, features) => {
      client.setQueryData(defaultFeaturesQuery(send).queryKey, {
        features: UNIT_FEATURES.filter((each) => features.includes(each)),
      });
      toasts.show({ text: t('Saved'), action: { label: t('Undo'), run: () => save.mutate(saved) } });
    },
  });
  return (
    <Section level={2} title={t('DefaultFeatures')}>
      <form
        className={styles['form']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isDirty && !save.isPending) save.mutate(chosen);
        }}
      >
        <p className={styles['soft']}>{t('DefaultFeaturesLead')}</p>
        <FeatureChoice label={t('FeaturesTitle')} chosen={chosen} onChange={setChosen} />
        {save.error !== null && <FailureBanner failure={save.error} onRetry="submit" />}
        <div className={styles['ends']}>
          <Button type="submit" look="primary" disabled={!isDirty} isBusy={save.isPending}>
            {save.isPending ? t('Saving') : t('Save')}
          </Button>
          {isDirty && !save.isPending && <Button onClick={() => setChosen(saved)}>{t('UnitForget')}</Button>}
        </div>
      </form>
    </Section>
  );
}

function Profiles(props: { profiles: readonly FeatureProfile[] }): ReactNode {
  const { profiles } = props;
  const t = useT();
  const names = useFeatureNames();
  const [edited, setEdited] = useState<FeatureProfile | 'new' | null>(null);
  const { remove } = useRemoval();
  const choices = [
    { id: 'edit', label: t('FeatureProfileEdit') },
    { id: 'remove', label: t('FeatureProfileRemove') },
  ];
  return (
    <Section
      level={2}
      title={t('FeatureProfiles')}
      action={
        <Button icon="plus" onClick={() => setEdited('new')}>
          {t('FeatureProfileAdd')}
        </Button>
      }
    >
      {profiles.length === 0 ? (
        <EmptyState icon="plus" title={t('FeatureProfilesNone')}>
          {t('FeatureProfilesLead')}
        </EmptyState>
      ) : (
        <>
          <p className={styles['soft']}>
            {t('FeatureProfilesLead')} <PageLink to={ADDRESSES.units}>{t('FeatureProfilesChoose')}</PageLink>
          </p>
          <ul className={styles['profiles']} aria-label={t('FeatureProfiles')}>
            {profiles.map((profile) => (
              <li key={profile.id} className={styles['profile']}>
                <div className={styles['about']}>
                  <span className={styles['name']}>{profile.name}</span>
                  <span className={styles['soft']}>{names(profile.features)}</span>
                </div>
                <ActionMenu
                  label={t('FeatureProfileActions', { name: profile.name })}
                  trigger={
                    <MenuButton label={t('FeatureProfileActions', { name: profile.name })} isIcon isSmall>
                      <Icon name="more" />
                    </MenuButton>
                  }
                  groups={[{ choices, onChoose: (id) => (id === 'edit' ? setEdited(profile) : remove(profile)) }]}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {edited && <FeatureProfileDialog profile={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

/** Gone at once, with a way back; units keep what the profile gave them. */
function useRemoval(): { remove: (profile: FeatureProfile) => void } {
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const toasts = useToasts();
  const errors = useErrorText();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: profilesQuery(send).queryKey });
  const onError = (error: Error): void => void toasts.show({ text: errors.text(error), tone: 'danger' });
  const restore = useMutation({
    mutationFn: ({ name, features }: FeatureProfile) => call(send, 'units.create-feature-profile', { body: { name, features } }),
    onSettled,
    onError,
  });
  const removal = useMutation({
    mutationFn: ({ id }: FeatureProfile) => call(send, 'units.remove-feature-profile', { params: { id } }),
    onSuccess: (_nothing, profile) =>
      toasts.show({
        text: t('FeatureProfileRemoved', { name: profile.name }),
        action: { label: t('Undo'), run: () => restore.mutate(profile) },
      }),
    onSettled,
    onError,
  });
  return { remove: (profile) => removal.mutate(profile) };
}
