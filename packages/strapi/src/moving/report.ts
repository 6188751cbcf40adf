import { type Effect, type Finding, type Kind, type Outcome, effectOf, kinds } from './finding.js';
import type { MovedFile } from './files.js';
import { linkTo, recipeOf, renderRecipes } from './recipes.js';

type Section = Exclude<Outcome, 'hand'> | Effect;

/** In the order of the report. */
const sections: Readonly<Record<Section, { readonly title: string; readonly text?: string }>> = {
  closed: {
    title: 'Closed until ported',
    text: 'This code restricts or computes. Its routes answer 501 until you edit its stub.',
  },
  differs: { title: 'Answers differ', text: 'The API answers without these parts.' },
  optional: {
    title: 'Optional',
    text: 'Generated routes do not need these parts. Closed code may call them: port what it needs.',
  },
  translated: { title: 'Translated' },
  ported: { title: 'Ported', text: 'The project no longer has the stubs of these parts.' },
  works: { title: 'Works as it is' },
  unused: { title: 'Not used here' },
};

function sectionOf(finding: Finding): Section {
  return finding.outcome === 'hand' ? effectOf(finding) : finding.outcome;
}

interface MoveReport {
  readonly findings: readonly Finding[];
  /** Errors and warnings of `content-gen check`, one per line. */
  readonly problems: readonly string[];
  /** The proposed config, if a config was there already. */
  readonly config?: string;
  /** Files with stubs that the project lacks, because somebody changed the files. */
  readonly lacking: readonly MovedFile[];
  /** The commands to run next. */
  readonly steps: readonly string[];
}

/** MOVING.md */
export function renderReport({ findings, problems, config, lacking, steps }: MoveReport): string {
  const all = Object.keys(sections).filter((key): key is Section => key in sections);
  const counts = all.map(
    (section) => `| ${sections[section].title} | ${findings.filter((each) => sectionOf(each) === section).length} |`,
  );
  const render = (shown: readonly Section[]) => shown.map((section) => renderSection(section, findings)).join('\n');
  return `# Moving from Strapi

\`content-gen move\` read this Strapi project without running it, and wrote this report. It lists every
part of the project with its file and line. A second run updates the report, unless you changed it.

| | parts |
| --- | ---: |
${counts.join('\n')}

${render(['closed', 'differs', 'optional'])}
${lacking.map(renderLacking).join('')}${renderRecipes(findings)}## Next steps

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}
${problems.length === 0 ? '' : `\n## Definitions\n\n\`content-gen check\` says:\n\n\`\`\`\n${problems.join('\n')}\n\`\`\`\n`}${
    config === undefined
      ? ''
      : `\n## Proposed configuration\n\nThe project already has a configuration. This is the proposal:\n\n\`\`\`ts\n${config}\`\`\`\n`
  }
${render(['translated', 'ported', 'works', 'unused'])}`;
}

function renderLacking({ path, content }: MovedFile): string {
  return `## Stubs to add to ${path}

You changed this file, so the new stubs are not in it, and **the parts that they close are open**. Take them from here:

\`\`\`ts
${content}\`\`\`

`;
}

function renderSection(section: Section, all: readonly Finding[]): string {
  const findings = all.filter((each) => sectionOf(each) === section);
  const parts = Object.keys(kinds)
    .filter((key): key is Kind => key in kinds)
    .map((kind) => ({ kind, own: findings.filter((each) => each.kind === kind) }))
    .filter(({ own }) => own.length > 0);
  const body = parts.map(
    ({ kind, own }) => `### ${kinds[kind]} (${own.length})\n\n${own.map(renderFinding).join('\n')}\n`,
  );
  const { title, text } = sections[section];
  const intro = text === undefined || body.length === 0 ? '' : `${text}\n\n`;
  return `## ${title}\n\n${intro}${body.length === 0 ? 'Nothing.\n' : body.join('\n')}`;
}

function renderFinding(finding: Finding): string {
  const { file, line, name, note, target } = finding;
  const recipe = recipeOf(finding);
  const place = `\`${plain(file)}:${line}\``;
  const ends = [note, target === undefined ? undefined : `see \`${target}\``].filter((each) => each !== undefined);
  const said = [...ends.map(plain), ...(recipe === undefined ? [] : [linkTo(recipe)])].join('; ');
  return `- ${place} ${plain(name)}${said === '' ? '' : `: ${said}`}`;
}

/** Names come from files, and must not end a line or a code span. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[|<>*]/g, (sign) => `\\${sign}`);
}
