// @ts-check
// The documentation as a site: the same files, at the same relative addresses. `npm run site` builds it.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const root = new URL('../../', import.meta.url);

/** @param {string} path */
const textOf = (path) => readFileSync(new URL(path, root), 'utf8');

/** @type {{ homepage: string, description: string }} */
const { homepage, description } = JSON.parse(textOf('package.json'));
const repository = homepage.replace(/#.*$/, '');

// Copied, because Vite looks for Vue above each page.
const pages = fileURLToPath(new URL('../pages/', import.meta.url));
rmSync(pages, { recursive: true, force: true });
for (const path of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs'])
  cpSync(new URL(path, root), posix.join(pages, path), { recursive: true });

/** Each line of the docs' map is a group: what you want to do, and the pages that help. */
const groups = [...textOf('docs/README.md').matchAll(/^- (.+)$/gm)].flatMap(([, line = '']) => {
  const items = [...line.matchAll(/\[([^\]]+)\]\(([^)#]+\.md)[^)]*\)/g)].map(([, text = '', page = '']) => ({
    text,
    link: `/${posix.join('docs', page)}`,
  }));
  const text = /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '';
  return items.length === 0 ? [] : [{ text: text.charAt(0).toUpperCase() + text.slice(1), items }];
});

const decisions = readdirSync(new URL('docs/decisions', root)).map((file) => ({
  text: /^# (.+)$/m.exec(textOf(`docs/decisions/${file}`))?.[1] ?? file,
  link: `/docs/decisions/${file}`,
}));

/** The pages; every other file is at the repository. */
const isPage = (/** @type {string} */ path) =>
  /^(README|SECURITY|CONTRIBUTING|CHANGELOG|docs\/[^/]+|docs\/decisions\/[^/]+)(\.md)?$/.test(path);

/**
 * What a link of a page leads to on the site.
 *
 * @param {string} page
 * @param {string} href
 */
const onSite = (page, href) => {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [, path = '', rest = ''] = /^([^#?]*)(.*)$/.exec(href) ?? [];
  const target = posix.join(posix.dirname(page), path);
  if (/\.md$/.test(target) && isPage(target)) return href;
  return `${repository}/blob/main/${target}${rest}`;
};

export default defineConfig({
  title: 'tax-nexus-sync',
  description,
  base: process.env.SITE_BASE ?? '/',
  srcDir: pages,
  srcExclude: ['docs/examples/**'],
  rewrites: { 'README.md': 'index.md', 'docs/README.md': 'docs/index.md' },
  cleanUrls: true,
  lastUpdated: false,
  // The API reference is made beside it, by typedoc.
  ignoreDeadLinks: [/^\/api\//],
  vite: { publicDir: fileURLToPath(new URL('../public', import.meta.url)) },
  markdown: {
    config: (md) => {
      md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
        const page = posix.relative(pages, env.realPath ?? env.path);
        for (const { children } of tokens)
          for (const token of children ?? [])
            if (token.type === 'link_open') token.attrSet('href', onSite(page, token.attrGet('href') ?? ''));
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'API reference', link: '/api/index.html', target: '_self' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: [...groups, { text: 'Decisions', collapsed: true, items: decisions }],
    socialLinks: [{ icon: 'github', link: repository }],
  },
});
