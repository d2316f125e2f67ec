"""The operations of the IR, one class each, in chapters; both engines have the same chapters and a function for each.

    IntAdd(result=3, left=1, right=2, low=-67108863, high=67108863, message="integer overflow: {0} + {1}")

prints as `%3 = int_add %1 right=%2 low=-67108863 high=67108863 message='integer overflow: {0} + {1}'`.

The class is the whole definition: its docstring says what the operation does, its fields what it reads and writes, its
traits whether it is pure, may trap, or ends a block.
"""

from getallenband.interpreters.ir.ops.booleans import *
from getallenband.interpreters.ir.ops.checks import *
from getallenband.interpreters.ir.ops.constants import *
from getallenband.interpreters.ir.ops.control import *
from getallenband.interpreters.ir.ops.host_calls import *
from getallenband.interpreters.ir.ops.instruments import *
from getallenband.interpreters.ir.ops.integers import *
from getallenband.interpreters.ir.ops.memory import *
from getallenband.interpreters.ir.ops.operation import *
from getallenband.interpreters.ir.ops.reals import *
from getallenband.interpreters.ir.ops.variables import *
