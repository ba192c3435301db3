import type { Command } from 'commander';
import type { Run } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** `waypost completion` */
export const completionCommand: Run<{ readonly shell: Shell }> = async ({ program }, { shell }) => {
  const script = scripts[shell](wordsOf(program));
  return { data: { shell, script }, text: script };
};

/** Words of a command, and what may follow them. */
interface CommandWords {
  /** Empty for the program itself. */
  readonly at: string;
  /** Commands and choices of arguments. */
  readonly words: readonly string[];
  readonly options: readonly string[];
}

const wordsOf = (command: Command, at = ''): readonly CommandWords[] => {
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...command.commands.map((each) => each.name()), ...choices];
  const below = command.commands.flatMap((each) =>
    wordsOf(each, at === '' ? each.name() : `${at} ${each.name()}`),
  );
  return [{ at, words, options: [...options, '--help'] }, ...below];
};

/** Patterns of a `case` that match the words so far and one more word of a command. */
const steps = (commands: readonly CommandWords[]): string =>
  commands.flatMap(({ at }) => (at === '' ? [] : `"${at.includes(' ') ? at : ` ${at}`}"`)).join(' | ');

const bash = (
  commands: readonly CommandWords[],
): string => `# Completes waypost in bash: eval "$(waypost completion bash)"
_waypost() {
  local word at="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${steps(commands)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${commands.map(({ at, words, options }) => `    "${at}") words="${[...words, ...options].join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _waypost waypost`;

const zsh = (
  commands: readonly CommandWords[],
): string => `# Completes waypost in zsh: eval "$(waypost completion zsh)"
_waypost() {
  local word at=""
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      ${steps(commands)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${commands.map(({ at, words, options }) => `    "${at}") compadd -- ${[...words, ...options].join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _waypost waypost`;

const fish = (
  commands: readonly CommandWords[],
): string => `# Completes waypost in fish: waypost completion fish | source
function __waypost_at
  set -l at ""
  for word in (commandline -opc)[2..]
    if contains -- "$at $word" ${steps(commands).replaceAll(' | ', ' ')}
      set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv[1]"
end
${commands
  .flatMap(({ at, words, options }) => [
    ...(words.length > 0 ? [`complete -c waypost -n "__waypost_at '${at}'" -a "${words.join(' ')}"`] : []),
    ...options.map((option) => `complete -c waypost -n "__waypost_at '${at}'" -l ${option.slice(2)}`),
  ])
  .join('\n')}`;

const scripts: Readonly<Record<Shell, (commands: readonly CommandWords[]) => string>> = { bash, zsh, fish };
