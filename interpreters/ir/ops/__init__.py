"""The operations of the IR, one class each, in chapters; both engines have the same chapters and a function for each.

    IntAdd(result=3, left=1, right=2, low=-67108863, high=67108863, message="integer overflow: {0} + {1}")

prints as `%3 = int_add %1 right=%2 low=-67108863 high=67108863 message='integer overflow: {0} + {1}'`.

The class is the whole definition: its docstring says what the operation does, its fields what it reads and writes, its
traits whether it is pure, may trap, or ends a block.
"""

from interpreters.ir.ops.booleans import *
from interpreters.ir.ops.checks import *
from interpreters.ir.ops.constants import *
from interpreters.ir.ops.control import *
from interpreters.ir.ops.host_calls import *
from interpreters.ir.ops.instruments import *
from interpreters.ir.ops.integers import *
from interpreters.ir.ops.memory import *
from interpreters.ir.ops.operation import *
from interpreters.ir.ops.reals import *
from interpreters.ir.ops.variables import *
