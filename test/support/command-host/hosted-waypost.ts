import { runOperator } from '../../../infra/operator/run-operator.ts';
import { answerCommands } from './answer-commands.ts';

answerCommands(runOperator);
