package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// swaps are the operators that may stand in for another.
var swaps = map[token.Token][]token.Token{
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL},
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.AND: {token.OR}, token.OR: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.AND_NOT: {token.AND},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.INC: {token.DEC}, token.DEC: {token.INC},
}

// Kinds of mutants. Bounds are constants with a fraction or an exponent, and whatever
// stands in a constant declaration.
const (
	comparison = "comparison"
	sign       = "sign"
	bound      = "bound"
	number     = "number"
	logic      = "logic"
	statement  = "statement"
)

var kinds = []string{bound, comparison, sign, number, logic, statement}

// kindOf returns the kind of a mutant that exchanges an operator.
func kindOf(op token.Token) string {
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
		return comparison
	case token.LAND, token.LOR:
		return logic
	}
	return sign
}

// visit adds the mutants of a node itself; ast.Inspect goes on to its children.
func (s *site) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return false
	case *ast.FuncLit:
		return s.inside(n)
	case *ast.BinaryExpr:
		if !isText(n.X) && !isText(n.Y) {
			s.swap(n.OpPos, n.Op)
		}
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT {
			s.change(sign, n.OpPos, n.X.Pos(), "")
		}
	case *ast.BasicLit:
		s.literal(n)
	case *ast.IfStmt:
		s.condition(n.Cond)
	case *ast.ForStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
	case *ast.CallExpr:
		s.call(n)
	default:
		s.flow(n)
	}
	return true
}

// inside visits a function literal with its own results.
func (s *site) inside(n *ast.FuncLit) bool {
	outer := s.results
	s.results = n.Type.Results
	ast.Inspect(n.Body, s.visit)
	s.results = outer
	return false
}

func (s *site) flow(n ast.Node) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		s.assignment(n)
	case *ast.IncDecStmt:
		s.swap(n.TokPos, n.Tok)
	case *ast.ReturnStmt:
		s.returns(n)
	case *ast.ExprStmt:
		if _, ok := n.X.(*ast.CallExpr); ok {
			s.change(statement, n.Pos(), n.End(), "")
		}
	case *ast.BranchStmt:
		if n.Tok != token.GOTO && n.Tok != token.FALLTHROUGH {
			s.change(statement, n.Pos(), n.End(), "")
		}
	}
}

func (s *site) swap(at token.Pos, op token.Token) {
	for _, other := range swaps[op] {
		s.change(kindOf(op), at, at+token.Pos(len(op.String())), other.String())
	}
}

// isText reports whether an expression is a string constant, or a sum with one.
func isText(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING
	case *ast.BinaryExpr:
		return isText(e.X) || isText(e.Y)
	}
	return false
}

// literal halves, doubles and zeroes a constant, and moves integers by one.
func (s *site) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.FLOAT:
		if v, err := strconv.ParseFloat(n.Value, 64); err == nil && v == 0 {
			s.change(bound, n.Pos(), n.End(), "1.0")
			return
		}
		for _, text := range []string{"(" + n.Value + " / 2)", "(" + n.Value + " * 2)", "0"} {
			s.change(bound, n.Pos(), n.End(), text)
		}
	case token.INT:
		v, err := strconv.ParseInt(strings.ReplaceAll(n.Value, "_", ""), 0, 64)
		if err != nil {
			return
		}
		kind := number
		if s.constant {
			kind = bound
		}
		done := map[int64]bool{v: true}
		for _, x := range []int64{v + 1, v - 1, v / 2, v * 2, 0} {
			if !done[x] {
				done[x] = true
				s.change(kind, n.Pos(), n.End(), strconv.FormatInt(x, 10))
			}
		}
	}
}

// condition makes a condition always true and always false. What it calls is still
// called, and what it names still used.
func (s *site) condition(e ast.Expr) {
	text := s.text(e)
	s.change(logic, e.Pos(), e.End(), fmt.Sprintf("((%s) || true)", text))
	s.change(logic, e.Pos(), e.End(), fmt.Sprintf("((%s) && false)", text))
}

// call exchanges min and max, and the functions of floats that round or pick.
func (s *site) call(n *ast.CallExpr) {
	others := map[string]string{"min": "max", "max": "min"}
	if f, ok := n.Fun.(*ast.Ident); ok && others[f.Name] != "" {
		s.change(sign, f.Pos(), f.End(), others[f.Name])
	}
	if f, ok := n.Fun.(*ast.SelectorExpr); ok && s.text(f) == "math.Abs" {
		s.change(sign, f.Pos(), f.End(), "")
	}
}

// assignment drops an assignment, or exchanges its operator.
func (s *site) assignment(n *ast.AssignStmt) {
	if n.Tok != token.ASSIGN {
		s.swap(n.TokPos, n.Tok)
		return
	}
	if len(n.Lhs) == 1 && s.text(n.Lhs[0]) != "_" {
		s.change(statement, n.Lhs[0].Pos(), n.Lhs[0].End(), "_")
	}
}

// returns negates a lone result of type bool or a number.
func (s *site) returns(n *ast.ReturnStmt) {
	if len(n.Results) != 1 || s.results == nil || len(s.results.List) != 1 {
		return
	}
	e := n.Results[0]
	if s.text(e) == "0" {
		return // is its own negative
	}
	switch t := s.text(s.results.List[0].Type); t {
	case "bool":
		s.change(logic, e.Pos(), e.End(), "!("+s.text(e)+")")
	case "int", "int32", "int64", "float64", "float32", "sides3":
		s.change(sign, e.Pos(), e.End(), "-("+s.text(e)+")")
	}
}
