// The tags of a release: that of git names the commit, and that of npm says who gets the version.
import { output, run } from './commands.mjs';

/** The tag of npm. `npm install` takes `latest`, so a release candidate must not get that one. */
export function npmTag(version) {
  return version.includes('-') ? 'next' : 'latest';
}

/** A tag on the same commit is no problem, because a release that failed half-way runs again. */
export function tagProblems(version, commit) {
  const tagged = taggedCommit(version);
  if (tagged === undefined || tagged === commit) return [];
  return [`v${version} is the tag of commit ${tagged} already, not of ${commit}: prepare another version.`];
}

/**
 * Tags a commit at `origin` and here. The tag has no message, because a tag with a message differs from one on the same
 * commit in another clone, and a release that runs again there could not push it. `origin` comes first: it refuses a
 * tag that it has on another commit.
 */
export function tagCommit(version, commit) {
  run(['git', 'push', '--quiet', 'origin', `${commit}:refs/tags/v${version}`]);
  if (taggedCommit(version) === undefined) run(['git', 'tag', '--no-sign', `v${version}`, commit]);
}

function taggedCommit(version) {
  return output(['git', 'rev-parse', '--verify', '--quiet', `refs/tags/v${version}^{commit}`], { mayFail: true });
}
