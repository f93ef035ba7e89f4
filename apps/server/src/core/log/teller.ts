const TELL_AGAIN_MS = 600_000;
const TOLD_MAX = 10_000;

/** True once for each text until it is told again: a tracker that fails at each attempt must not fill the log. */
export function createTeller(): (what: string) => boolean {
  let told = new Set<string>();
  let sinceMs = performance.now();
  return (what) => {
    if (performance.now() - sinceMs > TELL_AGAIN_MS) {
      told = new Set();
      sinceMs = performance.now();
    }
    if (told.size >= TOLD_MAX || told.has(what)) return false;
    told.add(what);
    return true;
  };
}
