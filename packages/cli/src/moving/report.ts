import { type Finding, type Kind, type Outcome, kinds } from './finding.js';

const titles: Readonly<Record<Outcome, string>> = {
  hand: 'Needs a hand',
  translated: 'Translated',
  works: 'Works as it is',
  unused: 'Not used here',
};

export interface Report {
  readonly findings: readonly Finding[];
  /** Errors and warnings of `content-gen check`, one per line. */
  readonly problems: readonly string[];
  /** The proposed config, if a config was there already. */
  readonly config?: string;
  /** The commands to run next. */
  readonly steps: readonly string[];
}

/** MOVING.md */
export function renderReport({ findings, problems, config, steps }: Report): string {
  const outcomes = Object.keys(titles).filter((key): key is Outcome => key in titles);
  const counts = outcomes.map(
    (outcome) => `| ${titles[outcome]} | ${findings.filter((each) => each.outcome === outcome).length} |`,
  );
  return `# Moving from Strapi

\`content-gen move\` read this Strapi project without running it, and wrote this report. It lists every
part of the project with its file and line. A second run updates the report, unless you changed it.

| | parts |
| --- | ---: |
${counts.join('\n')}

## Next steps

${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}
${problems.length === 0 ? '' : `\n## Definitions\n\n\`content-gen check\` says:\n\n\`\`\`\n${problems.join('\n')}\n\`\`\`\n`}${
    config === undefined
      ? ''
      : `\n## Proposed configuration\n\nThe project already has a configuration. This is the proposal:\n\n\`\`\`ts\n${config}\`\`\`\n`
  }
${outcomes.map((outcome) => renderOutcome(outcome, findings)).join('\n')}`;
}

function renderOutcome(outcome: Outcome, all: readonly Finding[]): string {
  const findings = all.filter((each) => each.outcome === outcome);
  const sections = Object.keys(kinds)
    .filter((key): key is Kind => key in kinds)
    .map((kind) => ({ kind, own: findings.filter((each) => each.kind === kind) }))
    .filter(({ own }) => own.length > 0);
  const body = sections.map(
    ({ kind, own }) => `### ${kinds[kind]} (${own.length})\n\n${own.map(renderFinding).join('\n')}\n`,
  );
  return `## ${titles[outcome]}\n\n${body.length === 0 ? 'Nothing.\n' : body.join('\n')}`;
}

function renderFinding({ file, line, name, note, target }: Finding): string {
  const place = `\`${plain(file)}:${line}\``;
  const ends = [note, target === undefined ? undefined : `see \`${target}\``].filter((each) => each !== undefined);
  return `- ${place} ${plain(name)}${ends.length === 0 ? '' : `: ${plain(ends.join('; '))}`}`;
}

/** Names come from files, and must not end a line or a code span. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/[|<>*]/g, (sign) => `\\${sign}`);
}
