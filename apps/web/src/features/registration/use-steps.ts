import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { isReachable, stepAfter, stepBefore, stepOf } from './model.ts';
import { STEPS, type Step, type WizardValues } from './wizard-values.ts';

/**
 * The step stands in the address (`?step=imei`), and every history entry knows the steps before it. Going to one of those goes
 * back in the browser's history instead of adding to it: the browser's back button always moves one step back (WIZ-026).
 */
interface Entry {
  readonly trail: readonly Step[];
}

const isTrail = (value: unknown): value is readonly Step[] =>
  Array.isArray(value) && value.every((each) => (STEPS as readonly unknown[]).includes(each));

function trailOf(state: unknown, current: Step): readonly Step[] {
  const trail = (state as Partial<Entry> | null)?.trail;
  return isTrail(trail) && trail.at(-1) === current ? trail : [current];
}

function hrefOf(step: Step): string {
  const query = new URLSearchParams(location.search);
  query.set('step', step);
  return `${location.pathname}?${query}`;
}

function write(how: 'pushState' | 'replaceState', trail: readonly Step[]): void {
  const entry: Entry = { trail };
  history[how](entry, '', hrefOf(trail.at(-1) ?? 'welcome'));
  window.dispatchEvent(new PopStateEvent('popstate', { state: entry }));
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
};
const addressedStep = (): string | null => new URLSearchParams(location.search).get('step');

export interface Steps {
  readonly step: Step;
  /** Back in the history where the step was before, else one further. */
  readonly goTo: (to: Step) => void;
  /** From the review page, to come back to it with the next step. */
  readonly edit: (to: Step) => void;
  /** From a filled step: to the review page if one came from there, else to the next one. */
  readonly next: (filled: WizardValues) => void;
  /** False on the first step, where there is no way back within the wizard. */
  readonly back: () => boolean;
}

export function useSteps(values: WizardValues, today: Date): Steps {
  const wanted = useSyncExternalStore(subscribe, addressedStep);
  const step = stepOf(wanted, values, today);
  useEffect(() => {
    if (wanted !== step) write('replaceState', replaceLast(trailOf(history.state, step), step));
  }, [wanted, step]);
  return useMemo(() => {
    const goTo = (to: Step): void => {
      const trail = trailOf(history.state, step);
      const place = trail.lastIndexOf(to);
      if (to === step) return;
      if (place === -1) write('pushState', [...trail, to]);
      else history.go(place - (trail.length - 1));
    };
    return {
      step,
      goTo,
      edit: (to) => write('pushState', [...trailOf(history.state, step), to]),
      next: (filled) => {
        const isEditing = trailOf(history.state, step).includes('reviewInfo') && isReachable('reviewInfo', filled, today);
        goTo(isEditing ? 'reviewInfo' : stepAfter(step, filled, today));
      },
      back: () => {
        const trail = trailOf(history.state, step);
        const isEditing = trail.includes('reviewInfo') && isReachable('reviewInfo', values, today);
        const before = isEditing ? 'reviewInfo' : stepBefore(step, values);
        if (before === null) return false;
        if (trail.includes(before)) goTo(before);
        else write('replaceState', replaceLast(trail, before));
        return true;
      },
    };
  }, [step, today, values]);
}

/** Steps after the new one make no sense in front of it. */
function replaceLast(trail: readonly Step[], step: Step): readonly Step[] {
  const before = trail.slice(0, -1).filter((each) => STEPS.indexOf(each) < STEPS.indexOf(step));
  return [...before, step];
}
