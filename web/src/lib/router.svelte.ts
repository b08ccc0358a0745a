/** Which page is shown. Links are plain `<a href>`; `go` is for code. */
import { type PageName, PATHS } from "./paths";

export type { PageName } from "./paths";
export type Params = Record<string, string>;

export interface Route {
  page: PageName;
  params: Params;
  path: string;
}

/** The page of a path, and what its variable parts are. */
export function find(path: string): Route {
  const parts = split(path);
  for (const [pattern, page] of PATHS) {
    const wanted = split(pattern);
    if (wanted.length !== parts.length) continue;
    const params: Params = {};
    const fits = wanted.every((part, i) => {
      const given = parts[i]!;
      if (!part.startsWith(":")) return part === given;
      params[part.slice(1)] = given;
      return true;
    });
    if (fits) return { page, params, path };
  }
  return { page: "Missing", params: {}, path };
}

function split(path: string): string[] {
  return path.split("/").filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const shown = $state({ route: find(location.pathname), query: location.search, hash: location.hash });

export const router = {
  get route(): Route {
    return shown.route;
  },
  get query(): URLSearchParams {
    return new URLSearchParams(shown.query);
  },
  get hash(): string {
    return decoded(shown.hash.slice(1));
  },
};

/** Go to a path of this site (`/t/abc?number=3#x`). */
export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  arrive();
}

function arrive(): void {
  if (shown.route.path !== location.pathname) shown.route = find(location.pathname);
  shown.query = location.search;
  shown.hash = location.hash;
}

/** Whether a click on a link should be ours: same site, no new tab, no download, not a file of the server. */
export function ours(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return false;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return false;
  if (link.pathname.startsWith("/people/")) return true; // a name may have a dot
  return !/^\/(api|ws|docs|healthz|readyz|metrics)(\/|$)|\.[^/]*$/.test(link.pathname); // with a dot: a file, or nothing
}

/** Let links of this site change the page without loading it anew. */
export function start(): void {
  window.addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || !ours(event, link)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
