export interface Scenario {
  readonly title: string;
  readonly path: (n: number) => string;
}

export const scenarios: Readonly<Record<string, Scenario>>;
export function pathsOf(scenario: Scenario, count?: number): string[];
